-- A profile shows the opponents met most often: with 2,000 of them, sorting took most of what the page did.
CREATE INDEX rivals_by_matches ON rivals (user_id, (won + lost + drawn) DESC, last_at DESC);
