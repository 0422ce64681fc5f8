//! Bets in play money, as people make them: over real sockets, against a real database.

mod crashes;
mod disputes;
mod gold;
mod kit;
mod leaving;
mod orders;
mod rounds;
