// Whole games: shots, turns, the end, statistics, and what must stay secret.
import assert from "node:assert/strict";
import { Player, begun, cells, duel, http, member, room, rows, ship, sinkAll, water } from "./player.mjs";

export async function shot_validation_and_hit_detection() {
  const { ada, ben } = await room();
  assert.match(await ada.refused("fireShot", { x: 0, y: 0 }), /has not begun/);
  await ada.done("placeShips", rows());
  assert.match(await ada.refused("fireShot", { x: 0, y: 0 }), /has not begun/);
  await ben.done("placeShips", rows());
  const { first, second } = await begun(ada, ben);
  for (const [shot, sentence] of [
    [{ x: 10, y: 0 }, /K1 is not on the board/],
    [{ x: 0, y: 10 }, /A11 is not on the board/],
    [{ x: -1, y: 3 }, /Invalid coordinate: \(-1, 3\)/],
    [{ x: 1e9, y: 3 }, /Invalid coordinate/],
    [{ x: 1.5, y: 3 }, /Invalid coordinate/],
    [{ x: "1", y: 3 }, /Invalid coordinate/],
    [{ x: 1 }, /Invalid coordinate/],
    [null, /Invalid coordinate/],
    ["A1", /Invalid coordinate/],
  ]) {
    assert.match(await first.refused("fireShot", shot), sentence);
  }
  assert.match(await second.refused("fireShot", { x: 0, y: 0 }), /not your turn/);
  const names = { attacker: first.id, defender: second.id };
  const hit = await first.done("fireShot", { x: 0, y: 2 });
  assert.deepEqual(hit, { coordinate: { x: 0, y: 2 }, result: "hit", ...names }, "which ship is not told yet");
  await second.done("fireShot", { x: 9, y: 9 });
  assert.match(await first.refused("fireShot", { x: 0, y: 2 }), /A3 has been shot at already/);
  const miss = await first.done("fireShot", { x: 9, y: 9 });
  assert.equal(miss.result, "miss");
  await second.done("fireShot", { x: 8, y: 9 });
  assert.match(await first.refused("fireShot", { x: 9, y: 9 }), /J10 has been shot at already/);
  await first.done("fireShot", { x: 1, y: 2 });
  await second.done("fireShot", { x: 7, y: 9 });
  const sunk = await first.done("fireShot", { x: 2, y: 2 });
  assert.deepEqual(sunk, { coordinate: { x: 2, y: 2 }, result: "sunk", shipName: "Cruiser", ...names });
  const { opponentBoard } = await first.state();
  assert.equal(opponentBoard.yourHits.length, 3);
  assert.deepEqual(opponentBoard.yourMisses, [{ x: 9, y: 9 }]);
  assert.deepEqual(opponentBoard.sunkShips.map(({ id }) => id), ["cruiser"]);
  const { yourBoard } = await second.state();
  assert.deepEqual(yourBoard.ships.filter(({ isSunk }) => isSunk).map(({ id }) => id), ["cruiser"]);
}

export async function turn_management() {
  let starters = new Set();
  // The first player is drawn: with 24 games in a row by the same seat, chance would be to blame once in 8 million.
  for (let game = 0; game < 24 && starters.size < 2; game += 1) {
    const { ada, ben, first, second } = await duel();
    starters.add(first === ada ? "ada" : "ben");
    let [on, off] = [first, second];
    const shots = { [ada.id]: water(), [ben.id]: water() };
    for (let turn = 0; turn < 4; turn += 1) {
      assert.match(await off.refused("fireShot", { x: 0, y: 0 }), /not your turn/);
      assert.equal((await off.state()).currentTurn, on.id);
      // A hit does not shoot again here, and neither does a miss.
      await on.done("fireShot", turn % 2 ? shots[on.id].next().value : { x: turn, y: 0 });
      for (const player of [on, off]) {
        assert.deepEqual(await player.next("turnChanged"), { currentPlayer: off.id, isYourTurn: player === off });
      }
      assert.match(await on.refused("fireShot", { x: 9, y: 0 }), /not your turn/);
      [on, off] = [off, on];
    }
    ada.socket.close();
    ben.socket.close();
  }
  assert.equal(starters.size, 2, "both begin now and then");
}

export async function win_condition_checking() {
  const { first, second, roomCode } = await duel();
  const before = second.heard.length;
  const last = await sinkAll(first, second);
  assert.equal(last.result, "sunk");
  const over = await first.next("gameOver");
  assert.deepEqual(await second.next("gameOver"), over);
  assert.equal(over.winnerId, first.id);
  assert.equal(over.winnerEmail, first.name, "a display name, never an address");
  assert.equal(over.loserId, second.id);
  assert.equal(over.reason, "all_ships_sunk");
  assert.deepEqual(second.names().slice(-3), ["shotResult", "shipSunk", "gameOver"], "no turn follows the last shot");
  assert.equal(second.names(before).filter((name) => name === "shipSunk").length, 5);
  assert.match(await second.refused("fireShot", { x: 0, y: 9 }), /over/);
  // A new game need not wait for the old room.
  const { roomCode: next } = await second.done("createRoom");
  assert.notEqual(next, roomCode);
  await first.done("joinRoom", next);
  await Promise.all([first.next("gameStarted"), second.next("gameStarted")]);
  return { winner: first.id, loser: second.id, tokens: [first.token, second.token] };
}

/** Going back into a room whose match is over asks for a rematch. */
export async function another_match_in_the_same_room() {
  const { ada, ben, first, second, roomCode } = await duel();
  await sinkAll(first, second);
  await Promise.all([ada.next("gameOver"), ben.next("gameOver")]);
  await ben.done("joinRoom", roomCode);
  assert.equal((await ben.next("gameState")).status, "finished");
  await ada.done("joinRoom", roomCode);
  await Promise.all([ada.next("gameStarted"), ben.next("gameStarted")]);
  const { status, players } = await ada.state();
  assert.deepEqual([status, players.player1.id, players.player2.id], ["setup", ada.id, ben.id], "the seats are kept");
  await ada.done("placeShips", rows());
  await ben.done("placeShips", rows());
  const again = await begun(ada, ben);
  await again.first.done("fireShot", { x: 0, y: 0 });
  // Leaving after the end frees the seat at once, and the room is not full then.
  await again.second.done("leaveRoom");
  await again.first.next("gameOver");
  await again.first.done("leaveRoom");
}

export async function statistics_calculation() {
  const scattered = [
    ship("carrier", 0, 0, "vertical"),
    ship("battleship", 2, 0, "vertical"),
    ship("cruiser", 4, 0, "vertical"),
    ship("submarine", 6, 0, "vertical"),
    ship("destroyer", 8, 0, "vertical"),
  ];
  const { ada, ben, first, second } = await duel([scattered, scattered]);
  const counted = Object.fromEntries([ada, ben].map(({ id }) => [id, { shots: 0, hits: 0, misses: 0, shipsRemaining: 5 }]));
  const count = ({ attacker, defender, result }) => {
    counted[attacker].shots += 1;
    counted[attacker][result === "miss" ? "misses" : "hits"] += 1;
    if (result === "sunk") counted[defender].shipsRemaining -= 1;
  };
  // The first shoots row by row until all is sunk; the second sinks a destroyer, then wastes its shots.
  const sweep = [];
  for (let y = 0; y < 10; y += 1) for (let x = 0; x < 10; x += 1) sweep.push({ x, y });
  const wasted = sweep.filter(({ x }) => x % 2 === 1);
  const answers = [{ x: 8, y: 0 }, { x: 8, y: 1 }, ...wasted];
  for (const shot of sweep) {
    count(await first.done("fireShot", shot));
    await second.next("shotResult");
    if (first.names().at(-1) === "gameOver") break;
    await second.next("turnChanged");
    count(await second.done("fireShot", answers.shift()));
    await first.next("shotResult");
  }
  const { stats } = await first.next("gameOver");
  assert.deepEqual(stats, counted);
  assert.deepEqual(stats[first.id].hits, 17);
  assert.deepEqual(stats[second.id], { ...stats[second.id], hits: 2, shipsRemaining: 0 });
  assert.equal(stats[first.id].shipsRemaining, 4);
  // Totals of both players are kept with their accounts of the game.
  for (const player of [first, second]) {
    const { body: profile } = await http("GET", `/api/people/${player.id}`);
    const { people } = profile.games.find(({ game }) => game === "battleship");
    const won = player === first ? 1 : 0;
    assert.deepEqual([people.played, people.won, people.lost], [1, won, 1 - won]);
    const { shots, hits, misses } = stats[player.id];
    assert.deepEqual([people.totals.shots, people.totals.hits, people.totals.misses], [shots, hits, misses]);
  }
}

/** A winner is called by name, unless they chose to show their address. */
export async function winners_may_show_their_address() {
  const show = { ada: "ada@example.org", ben: "ben@example.org" };
  const ada = await Player.enter("Ada", await member("Ada", show.ada));
  const ben = await Player.enter("Ben", await member("Ben", show.ben));
  const { status } = await http("PATCH", "/api/me/account", ben.token, { show_email: true });
  assert.equal(status, 200);
  for (const winner of [ada, ben]) {
    const { roomCode } = await ada.done("createRoom");
    await ben.done("joinRoom", roomCode);
    await Promise.all([ada.next("gameStarted"), ben.next("gameStarted")]);
    await Promise.all([ada.done("placeShips", rows()), ben.done("placeShips", rows())]);
    await begun(ada, ben);
    const loser = winner === ada ? ben : ada;
    await loser.done("leaveRoom");
    // The player who left may have heard of it too.
    let over;
    do over = await winner.next("gameOver");
    while (over.winnerId !== winner.id);
    assert.equal(over.winnerEmail, winner === ada ? "Ada" : show.ben);
  }
  const heard = JSON.stringify([ada.heard, ben.heard]);
  assert.ok(!heard.includes(show.ada), "a private address stays private");
}

function randomFleet(random) {
  const taken = new Set();
  return ["carrier", "battleship", "cruiser", "submarine", "destroyer"].map((id) => {
    for (;;) {
      const placed = ship(id, Math.floor(random() * 10), Math.floor(random() * 10), random() < 0.5 ? "horizontal" : "vertical");
      const covered = cells(placed);
      const names = covered.map(({ x, y }) => `${x},${y}`);
      if (covered.some(({ x, y }) => x > 9 || y > 9) || names.some((name) => taken.has(name))) continue;
      for (const name of names) taken.add(name);
      return placed;
    }
  });
}

/** A small generator, so that a game that fails can be played again. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Every {x, y} in a value, except below `yourBoard`. */
function* cellsIn(value) {
  if (Array.isArray(value)) for (const one of value) yield* cellsIn(one);
  else if (value && typeof value === "object") {
    if (Number.isInteger(value.x) && Number.isInteger(value.y)) yield `${value.x},${value.y}`;
    for (const [key, inner] of Object.entries(value)) if (key !== "yourBoard") yield* cellsIn(inner);
  }
}

/** What in a player's traffic tells of an enemy ship's cell that the player had not shot at by then. */
function leaks(traffic, me, enemyFleet) {
  const enemy = new Set(enemyFleet.flatMap(cells).map(({ x, y }) => `${x},${y}`));
  const fired = new Set();
  const found = [];
  for (const packet of traffic) {
    const json = packet.match(/^\d+(\[.*\])$/s);
    if (!json) continue;
    const parts = JSON.parse(json[1]);
    // An event is a name and payloads; an acknowledgement is {success, result}.
    const payloads = typeof parts[0] === "string" ? parts.slice(1) : parts.map((answer) => answer?.result);
    for (const payload of payloads) {
      if (payload?.attacker === me) fired.add(`${payload.coordinate.x},${payload.coordinate.y}`);
      // A shot of the enemy is about one's own board.
      if (payload?.attacker && payload.attacker !== me) continue;
      for (const cell of cellsIn(payload)) if (enemy.has(cell) && !fired.has(cell)) found.push(packet);
    }
  }
  return found;
}

export async function privacy_of_whole_games({ games }) {
  let packets = 0;
  for (let game = 0; game < games; game += 1) {
    const random = generator(game * 7919 + 1);
    const fleets = [randomFleet(random), randomFleet(random)];
    const { ada, ben, first } = await duel(fleets);
    const all = [ada, ben].map(() => {
      const list = [];
      for (let y = 0; y < 10; y += 1) for (let x = 0; x < 10; x += 1) list.push({ x, y, rank: random() });
      return list.sort((a, b) => a.rank - b.rank);
    });
    let on = first;
    for (let shots = 0; !ada.names().includes("gameOver"); shots += 1) {
      const { x, y } = all[on === ada ? 0 : 1].pop();
      const off = on === ada ? ben : ada;
      await on.done("fireShot", { x, y });
      await off.next("shotResult");
      if (shots % 7 === 0) await Promise.all([ada.state(), ben.state()]);
      if (shots % 31 === 30) await off.drop();
      on = off;
    }
    await Promise.all([ada.state(), ben.state()]);
    assert.deepEqual(leaks(ada.traffic, ada.id, fleets[1]), []);
    assert.deepEqual(leaks(ben.traffic, ben.id, fleets[0]), []);
    packets += ada.traffic.length + ben.traffic.length;
    // And the search does find ships: the enemy's own traffic tells where their ships are.
    const confused = ben.traffic.map((packet) => packet.replaceAll("yourBoard", "theirBoard"));
    assert.notEqual(leaks(confused, ada.id, fleets[1]).length, 0, "the test can fail");
    ada.socket.close();
    ben.socket.close();
  }
  assert.ok(packets > games * 100, `${packets} packets were looked at`);
  return { packets };
}

/** Plays against the opponent, by whatever door they came. */
export async function play({ code, name = "Sio" }) {
  const me = await Player.enter(name);
  if (code) {
    await me.done("joinRoom", code);
  } else {
    const { roomCode } = await me.done("createRoom");
    console.log(JSON.stringify({ roomCode }));
    assert.equal((await me.next("playerJoined")).email, "Web");
  }
  await me.next("gameStarted");
  await me.done("placeShips", randomFleet(generator(5)));
  const targets = [];
  for (let y = 0; y < 10; y += 1) for (let x = 0; x < 10; x += 1) targets.push({ x, y });
  const over = me.next("gameOver");
  const turns = async () => {
    for (;;) {
      const turn = await me.next("turnChanged");
      if (turn.isYourTurn) await me.done("fireShot", targets.shift());
    }
  };
  const result = await Promise.race([over, turns().catch(() => over)]);
  return { me: me.id, over: result, state: await me.state() };
}
