// Rooms, fleets, statuses, the events themselves.
import assert from "node:assert/strict";
import { Player, begun, guest, http, room, rows, ship, sinkAll, until, water } from "./player.mjs";

export async function ship_placement_validation() {
  const { ada, ben } = await room();
  const waiting = await Player.enter("Cat");
  await waiting.done("createRoom");
  assert.match(await waiting.refused("placeShips", rows()), /no match/i);
  const fleet = (change) => {
    const ships = rows();
    change(ships);
    return ships;
  };
  const wrong = [
    // 1. Ship types and sizes
    [(ships) => (ships[0].id = "raft"), /no ship called raft/],
    [(ships) => (ships[0].size = 4), /Carrier is 5 cells long/],
    [(ships) => (ships[4].size = 300), /Destroyer is 2 cells long/],
    // 2. Boundaries
    [(ships) => (ships[0].startCoordinate.x = 6), /Carrier does not fit/],
    [(ships) => (ships[0].startCoordinate.y = 10), /Carrier does not fit/],
    [(ships) => (ships[0].startCoordinate.y = -1), /Carrier does not fit/],
    [(ships) => (ships[3] = ship("submarine", 9, 8, "vertical")), /Submarine does not fit/],
    // 3. Overlap
    [(ships) => (ships[1].startCoordinate.y = 0), /Battleship lies on the Carrier/],
    [(ships) => (ships[4] = ship("destroyer", 2, 2, "vertical")), /Destroyer lies on the (Cruiser|Submarine)/],
    // 4. The complete set
    [(ships) => ships.pop(), /Destroyer is missing/],
    [(ships) => ships.push(ship("carrier", 5, 9)), /Carrier is there twice/],
    [(ships) => (ships[4] = ship("carrier", 5, 9)), /Carrier is there twice/],
    [(ships) => ships.splice(0), /Carrier is missing/],
    // What is no list of ships
    [(ships) => (ships[0].orientation = "diagonal"), /Invalid ship placement/],
    [(ships) => delete ships[0].startCoordinate, /Invalid ship placement/],
    [(ships) => (ships[0] = null), /Invalid ship placement/],
  ];
  for (const [change, sentence] of wrong) assert.match(await ada.refused("placeShips", fleet(change)), sentence);
  assert.match(await ada.refused("placeShips"), /Invalid ship placement/);
  assert.match(await ada.refused("placeShips", { carrier: 5 }), /Invalid ship placement/);
  const state = await ada.state();
  assert.equal(state.yourBoard, undefined, "a refused fleet leaves no trace");
  assert.equal(ben.names().includes("shipsPlaced"), false);

  // Touching is fine, and so is any order.
  const mixed = [ship("destroyer", 9, 8, "vertical"), ...rows(0, 0).slice(0, 4).reverse()];
  await ada.done("placeShips", mixed);
  for (const player of [ada, ben]) assert.deepEqual(await player.next("shipsPlaced"), { playerId: ada.id, ready: true });
  assert.match(await ada.refused("placeShips", rows()), /ready/, "placement is final");
  const { yourBoard } = await ada.state();
  assert.deepEqual(yourBoard.ships.map(({ id }) => id).sort(), ["battleship", "carrier", "cruiser", "destroyer", "submarine"]);
  const destroyer = yourBoard.ships.find(({ id }) => id === "destroyer");
  assert.deepEqual(destroyer.coordinates, [{ x: 9, y: 8 }, { x: 9, y: 9 }]);
  await ben.done("placeShips", rows());
  const { first } = await begun(ada, ben);
  assert.match(await first.refused("placeShips", rows()), /cannot be moved/);
}

/** The six statuses' four, the answers in between, and a room that is gone after the end. */
export async function states_of_a_room() {
  const ada = await Player.enter("Ada");
  assert.match(await ada.refused("requestGameState"), /not in a room/i);
  const { roomCode } = await ada.done("createRoom");
  assert.match(roomCode, /^[A-Z0-9]{6}$/);
  const waiting = await ada.state();
  assert.deepEqual(waiting, { roomCode, status: "waiting", players: { player1: { id: ada.id, email: "Ada", ready: false } } });
  const ben = await Player.enter("Ben");
  await ben.done("joinRoom", roomCode.toLowerCase());
  await Promise.all([ada.next("gameStarted"), ben.next("gameStarted")]);
  assert.equal((await ada.state()).status, "setup");
  await ada.done("placeShips", rows());
  const setup = await ben.state();
  assert.equal(setup.status, "setup");
  assert.deepEqual(setup.players, {
    player1: { id: ada.id, email: "Ada", ready: true },
    player2: { id: ben.id, email: "Ben", ready: false },
  });
  assert.equal("yourBoard" in setup || "opponentBoard" in setup || "currentTurn" in setup, false);
  await ben.done("placeShips", rows());
  const { first, second } = await begun(ada, ben);
  const playing = await first.state();
  assert.equal(playing.status, "playing");
  assert.equal(playing.currentTurn, first.id);
  assert.deepEqual(playing.opponentBoard, { yourHits: [], yourMisses: [], sunkShips: [] });
  await sinkAll(first, second);
  await Promise.all([first.next("gameOver"), second.next("gameOver")]);
  const finished = await second.state();
  assert.equal(finished.status, "finished");
  assert.equal("currentTurn" in finished, false);
  assert.ok(finished.yourBoard.ships.every(({ isSunk, hits, size }) => isSunk && hits === size));
  assert.match(await first.refused("fireShot", { x: 0, y: 9 }), /over/);
  // Thirty seconds later (here less) the room is gone, and empty.
  const late = await Player.enter("Late");
  await until("the room is gone", async () => {
    const { error } = await late.ask("joinRoom", roomCode);
    if (/not found/i.test(error)) return true;
    assert.match(error, /full/);
    return false;
  });
  await until("the state is forgotten", async () => (await first.ask("requestGameState")).success === false);
  return { roomCode };
}

/** A room where nothing happens closes, even with players in it, and says why. */
export async function time_to_live() {
  const ada = await Player.enter("Ada");
  const { roomCode } = await ada.done("createRoom");
  assert.match(await ada.next("error"), /too long/);
  assert.match(await ada.refused("requestGameState"), /not in a room/i);
  const ben = await Player.enter("Ben");
  assert.match(await ben.refused("joinRoom", roomCode), /not found/i);
  const again = await ada.done("createRoom");
  assert.notEqual(again.roomCode, roomCode);
}

/** Every event of Voxel Battleship, both ways, with its payload; without acknowledgements, as it is written there. */
export async function socket_event_handling() {
  const ada = await Player.enter("Ada");
  const ben = await Player.enter("Ben");
  ada.socket.emit("createRoom");
  const roomCode = await ada.next("roomCreated");
  assert.match(roomCode, /^[A-Z0-9]{6}$/);
  ben.socket.emit("joinRoom", roomCode);
  assert.deepEqual(await ada.next("playerJoined"), { playerId: ben.id, email: "Ben" });
  for (const player of [ada, ben]) {
    const started = await player.next("gameStarted");
    assert.deepEqual(Object.keys(started), ["message"]);
    assert.equal(typeof started.message, "string");
  }
  ada.socket.emit("placeShips", rows());
  for (const player of [ada, ben]) assert.deepEqual(await player.next("shipsPlaced"), { playerId: ada.id, ready: true });
  ben.socket.emit("placeShips", rows());
  for (const player of [ada, ben]) {
    assert.deepEqual(await player.next("shipsPlaced"), { playerId: ben.id, ready: true });
    const ready = await player.next("bothPlayersReady");
    assert.deepEqual(Object.keys(ready).sort(), ["firstPlayer", "message"]);
    assert.ok([ada.id, ben.id].includes(ready.firstPlayer));
    const turn = await player.next("turnChanged");
    assert.deepEqual(turn, { currentPlayer: ready.firstPlayer, isYourTurn: ready.firstPlayer === player.id });
    player.starts = turn.isYourTurn;
  }
  const [first, second] = ada.starts ? [ada, ben] : [ben, ada];
  const shoot = async (by, other, coordinate, expected) => {
    const from = [by, other].map((player) => player.heard.length);
    by.socket.emit("fireShot", coordinate);
    for (const [n, player] of [by, other].entries()) {
      assert.deepEqual(await player.next("shotResult"), { coordinate, attacker: by.id, defender: other.id, ...expected });
      const sunk = expected.result === "sunk";
      if (sunk) assert.deepEqual(await player.next("shipSunk"), { shipName: expected.shipName, playerId: other.id });
      assert.deepEqual(await player.next("turnChanged"), { currentPlayer: other.id, isYourTurn: player === other });
      const order = ["shotResult", ...(sunk ? ["shipSunk"] : []), "turnChanged"];
      assert.deepEqual(player.names(from[n]), order);
    }
  };
  await shoot(first, second, { x: 0, y: 4 }, { result: "hit" });
  await shoot(second, first, { x: 9, y: 9 }, { result: "miss" });
  await shoot(first, second, { x: 1, y: 4 }, { result: "sunk", shipName: "Destroyer" });
  second.socket.emit("requestGameState");
  const state = await second.next("gameState");
  assert.deepEqual(Object.keys(state).sort(), ["currentTurn", "opponentBoard", "players", "roomCode", "status", "yourBoard"]);
  assert.deepEqual(state.yourBoard.opponentHits, [{ x: 0, y: 4 }, { x: 1, y: 4 }]);
  assert.deepEqual(state.opponentBoard, { yourHits: [], yourMisses: [{ x: 9, y: 9 }], sunkShips: [] });
  first.socket.emit("requestGameState");
  const [sunk] = (await first.next("gameState")).opponentBoard.sunkShips;
  assert.equal(sunk.name, "Destroyer");
  first.socket.emit("fireShot", { x: 5, y: 5 });
  assert.match(await first.next("error"), /not your turn/);
  second.socket.emit("leaveRoom");
  assert.deepEqual(Object.keys(await first.next("opponentLeft")), ["message"]);
  const over = await first.next("gameOver");
  assert.deepEqual(Object.keys(over).sort(), ["loserId", "reason", "stats", "winnerEmail", "winnerId"]);
  assert.equal(over.reason, "opponent_left");
  // Every event carries its offset behind the payload, each one another.
  const offsets = first.heard.filter(({ name }) => !["event", "error", "gameState"].includes(name)).map(({ offset }) => offset);
  assert.equal(new Set(offsets).size, offsets.length);
  assert.ok(offsets.every((offset) => typeof offset === "string"));
}

/** Anything the house plays, by two events. */
export async function generic_command_and_event() {
  const ada = await Player.enter("Ada");
  const ben = await Player.enter("Ben");
  const { body: table } = await http("POST", "/api/tables", ada.token, { game: "death-roll", options: { start: 5 } });
  const give = (player, id, command) => player.ask("command", { id, do: command });
  assert.deepEqual(await give(ada, "a1", { watch: { table: table.code } }), { success: true });
  const { snapshot } = await ada.next("event");
  assert.equal(snapshot.table.code, table.code);
  assert.equal(snapshot.seat, 0);
  assert.match(await ben.refused("joinRoom", table.code), /another game/i);
  await give(ben, "b1", { watch: { table: table.code } });
  assert.deepEqual(await give(ben, "b2", { sit: { table: table.code } }), { success: true });
  assert.deepEqual(await give(ben, "b2", { sit: { table: table.code } }), { success: true }, "repeated, done once");
  const refused = await give(ben, "b3", { sit: { table: table.code } });
  assert.deepEqual([refused.success, refused.code, typeof refused.error], [false, "already_seated", "string"]);
  assert.equal((await give(ada, "a2", { watch: { table: "AAAAAA" } })).code, "unknown_table");
  assert.equal((await ada.ask("command", { id: "a3" })).code, "malformed_frame");
  assert.equal((await ada.ask("command", { id: "~1", do: "ping" })).code, "malformed_frame");
  assert.equal((await ada.ask("command")).code, "malformed_frame");
  assert.deepEqual(await give(ada, "a4", "ping"), { success: true });
  const isEnd = ({ payload }) => payload.event?.event?.ended;
  // Six rolls end most games, and by luck some take many more.
  for (let rolls = 0; rolls < 100 && !ada.heard.some(isEnd); rolls += 1) {
    const [turn, other] = rolls % 2 ? [ben, ada] : [ada, ben];
    const answer = await give(turn, `r${rolls}`, { act: { table: table.code, action: "roll" } });
    if (!answer.success) {
      assert.ok(["not_your_turn", "game_already_over"].includes(answer.code), answer.code);
      await give(other, `s${rolls}`, { act: { table: table.code, action: "roll" } });
    }
  }
  const ended = await until("the end", () => ben.heard.find(isEnd));
  assert.equal(ended.payload.event.event.ended.outcome.reason, "completed");
  const seqs = ada.heard.map(({ payload }) => payload.event?.seq).filter(Boolean);
  assert.deepEqual(seqs, seqs.map((_, n) => seqs[0] + n), "numbered without gaps");
  const before = ada.heard.length;
  await give(ada, "a5", { unwatch: { table: table.code } });
  await give(ben, "b9", { chat: { table: table.code, text: "gg" } });
  await until("the chat", () => ben.heard.some(({ payload }) => payload.event?.event?.chat));
  await give(ada, "a6", "ping");
  assert.equal(ada.heard.length, before, "nothing more after unwatch");
}

/** The rules' clock: a turn that is missed, and a game that is lost by it. */
export async function turns_run_out() {
  const me = await guest("Ada");
  const options = { timers: { placement: null, turn: 5, missed_turns: 2 } };
  const { body: table } = await http("POST", "/api/tables", me.token, { game: "battleship", preset: "voxel", options });
  const ada = await Player.enter("Ada", me);
  await ada.done("joinRoom", table.code);
  assert.equal((await ada.next("gameState")).status, "waiting", "a seat taken elsewhere is resumed by its code");
  const ben = await Player.enter("Ben");
  await ben.done("joinRoom", table.code);
  await Promise.all([ada.next("gameStarted"), ben.next("gameStarted")]);
  await ada.done("placeShips", rows());
  await ben.done("placeShips", rows());
  const { first, second } = await begun(ada, ben);
  const misses = water();
  assert.deepEqual(await second.next("turnChanged"), { currentPlayer: second.id, isYourTurn: true }, "time passed the turn");
  await second.done("fireShot", misses.next().value);
  const over = await second.next("gameOver");
  assert.equal(over.reason, "timeout");
  assert.equal(over.winnerId, second.id);
  assert.deepEqual(await first.next("gameOver"), over);
}
