// Connections that drop, people who come back, and people who do not.
import assert from "node:assert/strict";
import { Player, cells, duel, http, room, rows, until, water } from "./player.mjs";

/** A drop in the middle of a game: same seat, and exactly what was missed. */
export async function a_dropped_player_resumes() {
  const { first, second } = await duel();
  second.socket.disconnect();
  const gone = await first.next("opponentDisconnected");
  assert.equal(gone.playerId, second.id);
  assert.match(gone.message, /60 s to come back/);
  assert(gone.graceMs > 50_000 && gone.graceMs <= 60_000, `${gone.graceMs} ms`);
  await first.done("fireShot", { x: 0, y: 0 });
  const before = second.heard.length;
  second.socket.connect();
  await second.connected();
  assert.equal((await first.next("opponentReconnected")).playerId, second.id);
  assert.equal((await second.next("shotResult")).result, "hit");
  assert.deepEqual(await second.next("turnChanged"), { currentPlayer: second.id, isYourTurn: true });
  assert.deepEqual(second.names(before), ["shotResult", "turnChanged"], "no more than what was missed");
  // What was on its way when the connection broke is told again: an older offset shows that.
  await second.done("fireShot", { x: 9, y: 9 });
  const shot = second.heard.findLast(({ name }) => name === "shotResult");
  const turn = second.heard.findLast(({ name }) => name === "turnChanged");
  const earlier = second.heard.findLast(({ name, offset }) => name === "turnChanged" && offset !== turn.offset);
  second.socket.disconnect();
  second.offset = earlier.offset;
  const again = second.heard.length;
  second.socket.connect();
  await second.connected();
  await until("both are told again", () => second.names(again).length >= 2);
  assert.deepEqual(second.heard.slice(again).filter(({ name }) => name !== "event"), [shot, turn]);
  // Without an offset it is unknown what was missed, so everything is shown.
  const fresh = await Player.enter("Ben", { token: second.token });
  const state = await fresh.next("gameState");
  assert.equal(state.status, "playing");
  assert.deepEqual(state.opponentBoard.yourMisses, [{ x: 9, y: 9 }]);
  await until("the old connection is told", () => second.names().includes("error"));
  assert.match(await second.next("error"), /another window/);
  await first.done("fireShot", { x: 1, y: 0 });
  assert.equal((await fresh.next("shotResult")).result, "hit");
  // A made-up offset is no way to other people's events.
  const odd = await Player.enter("Ben", { token: second.token, offset: "1.1.K7QX2M" });
  assert.equal((await odd.next("gameState")).status, "playing");
  await odd.done("fireShot", { x: 8, y: 9 });
}

/** A network that breaks again and again does not lose a single event. */
export async function a_bad_network() {
  const { first, second } = await duel();
  const misses = [water(), water()];
  const turns = (player) => player.names().filter((name) => name === "turnChanged").length;
  for (let shot = 1; shot <= 12; shot += 1) {
    const [on, off] = shot % 2 ? [first, second] : [second, first];
    const back = off.drop();
    await on.done("fireShot", misses[shot % 2].next().value);
    await back;
    for (const player of [on, off]) await until(`turn ${shot}`, () => turns(player) > shot);
  }
  for (const player of [first, second]) {
    const results = player.heard.filter(({ name }) => name === "shotResult");
    assert.equal(results.length, 12, "each shot once");
    const offsets = player.heard.map(({ offset }) => offset).filter(Boolean);
    assert.equal(new Set(offsets).size, offsets.length, "nothing twice");
    assert.equal(player.names().includes("gameState"), false, "nothing that had to be shown anew");
  }
}

/** A player who stays away longer than the grace has left. */
export async function the_grace_runs_out() {
  const { ada, ben } = await duel();
  ben.socket.disconnect();
  assert.match((await ada.next("opponentLeft")).message, /Ben/);
  const over = await ada.next("gameOver");
  assert.equal(over.reason, "opponent_left");
  assert.equal(over.winnerId, ada.id);
  assert.deepEqual(ada.names().slice(-2), ["opponentLeft", "gameOver"]);
  // A player who comes back too late is told how it ended.
  ben.socket.connect();
  await ben.connected();
  assert.deepEqual(await ben.next("gameOver"), over);
  await ben.done("createRoom");
}

/** Leaving is for good: while waiting, while placing and while shooting. */
export async function leaving() {
  const ada = await Player.enter("Ada");
  const { roomCode } = await ada.done("createRoom");
  await ada.done("leaveRoom");
  assert.equal(ada.names().includes("error"), false);
  const other = await room(["Cat", "Dan"]);
  await other.ben.done("leaveRoom");
  assert.match((await other.ada.next("opponentLeft")).message, /Dan/);
  assert.equal((await other.ada.next("gameOver")).reason, "opponent_left");
  const { first, second } = await duel();
  await first.done("leaveRoom");
  const over = await second.next("gameOver");
  assert.deepEqual([over.winnerId, over.loserId, over.reason], [second.id, first.id, "opponent_left"]);
  assert.notEqual(roomCode, (await first.done("createRoom")).roomCode);
}

/** The host drops out while waiting and comes back to find an opponent. */
export async function the_host_comes_back() {
  const ada = await Player.enter("Ada");
  const { roomCode } = await ada.done("createRoom");
  ada.socket.disconnect();
  const ben = await Player.enter("Ben");
  await ben.done("joinRoom", roomCode);
  assert.equal((await ben.state()).status, "waiting", "the match does not begin without the other");
  ada.socket.connect();
  await ada.connected();
  assert.equal((await ada.next("playerJoined")).playerId, ben.id);
  await Promise.all([ada.next("gameStarted"), ben.next("gameStarted")]);
}

/** Seats taken in a browser are not taken over by merely connecting here. */
export async function seats_elsewhere_are_left_alone({ token, code }) {
  const ada = await Player.enter("Ada", { token });
  assert.match(await ada.refused("requestGameState"), /not in a room/);
  await ada.done("joinRoom", code);
  assert.equal((await ada.next("gameState")).roomCode, code);
}

/** The first half of a game that a restart of the house interrupts. */
export async function before_a_restart() {
  const { first, second, roomCode } = await duel();
  await first.done("fireShot", { x: 0, y: 0 });
  await second.next("shotResult");
  await Promise.all([first.next("turnChanged"), second.next("turnChanged")]);
  const keep = ({ token, offset, id }) => ({ token, offset, id });
  return { first: keep(first), second: keep(second), roomCode };
}

/** The second half. One of them knows no more than their token. */
export async function after_a_restart({ first: one, second: two, roomCode }) {
  const first = await Player.enter("First", one);
  assert.equal((await first.next("opponentDisconnected")).playerId, two.id, "who is not back yet");
  const second = await Player.enter("Second", { token: two.token });
  assert.equal((await first.next("opponentReconnected")).playerId, two.id);
  for (const [player, board] of [[first, "opponentBoard"], [second, "yourBoard"]]) {
    const state = await player.next("gameState");
    assert.deepEqual([state.roomCode, state.status, state.currentTurn], [roomCode, "playing", two.id]);
    assert.equal((state[board].yourHits ?? state[board].opponentHits).length, 1);
  }
  await second.done("fireShot", { x: 9, y: 9 });
  await first.next("shotResult");
  await Promise.all([first.next("turnChanged"), second.next("turnChanged")]);
  const rest = rows();
  rest[0] = { ...rest[0], startCoordinate: { x: 1, y: 0 }, size: 4 };
  const misses = [{ x: 8, y: 9 }, { x: 7, y: 9 }, { x: 6, y: 9 }, { x: 5, y: 9 }, { x: 4, y: 9 }, { x: 3, y: 9 }, { x: 2, y: 9 }, { x: 1, y: 9 }, { x: 0, y: 9 }, ...Array.from({ length: 10 }, (_, x) => ({ x, y: 8 }))];

  const targets = rest.flatMap(cells);
  for (const [n, target] of targets.entries()) {
    await first.done("fireShot", target);
    if (n === targets.length - 1) break;
    await second.next("shotResult");
    await second.done("fireShot", misses.shift());
  }
  const over = await second.next("gameOver");
  assert.equal(over.winnerId, one.id);
  assert.equal(over.stats[one.id].hits, 17);
  const { body } = await http("GET", "/api/me/matches", first.token);
  return { over, matches: body.matches };
}

/** Waits until the house has closed, and tells how that looked. */
export async function the_house_closes() {
  const ada = await Player.enter("Ada");
  await ada.done("createRoom");
  ada.socket.io.opts.reconnection = false;
  const gone = new Promise((resolve) => ada.socket.once("disconnect", resolve));
  console.log(JSON.stringify({ connected: true }));
  return { reason: await gone };
}
