// Everything that is refused, and what people are told.
import assert from "node:assert/strict";
import { Player, duel, guest, http, io, member, room, rows, until } from "./player.mjs";

/** Voxel Battleship's six common scenarios. */
export async function error_scenarios() {
  const { ada, ben, first, second, roomCode } = await duel();
  const cat = await Player.enter("Cat");

  // Invalid ship placement
  const dan = await room(["Dan", "Eve"]);
  assert.match(await dan.ada.refused("placeShips", rows().slice(1)), /Carrier is missing/);
  // Out of turn shot
  assert.match(await second.refused("fireShot", { x: 0, y: 0 }), /not your turn/);
  // Duplicate coordinate attack
  await first.done("fireShot", { x: 3, y: 3 });
  await second.done("fireShot", { x: 3, y: 3 });
  assert.match(await first.refused("fireShot", { x: 3, y: 3 }), /shot at already/);
  // Room not found
  assert.match(await cat.refused("joinRoom", "ZZZZZZ"), /Room not found/);
  // Player not in room
  for (const [event, argument] of [["placeShips", rows()], ["fireShot", { x: 0, y: 0 }], ["leaveRoom"], ["requestGameState"]]) {
    assert.match(await cat.refused(event, argument), /not in a room/);
  }
  // Invalid coordinate
  assert.match(await first.refused("fireShot", { x: 3, y: -3 }), /Invalid coordinate/);
  assert.match(await first.refused("fireShot", { x: 10, y: 3 }), /not on the board/);

  // The rest: rooms.
  for (const code of ["", "ABC", "ABCDEFG", "AB_DEF", 123456, null, undefined, ["ABCDEF"], {}]) {
    assert.match(await cat.refused("joinRoom", code), /Invalid room code/);
  }
  assert.match(await cat.refused("joinRoom", roomCode), /is full/);
  assert.match(await ada.refused("joinRoom", roomCode), /own room/);
  assert.match(await ada.refused("createRoom"), /already in a room/);
  const mine = await cat.done("createRoom");
  assert.match(await cat.refused("joinRoom", mine.roomCode), /own room/);
  assert.match(await cat.refused("joinRoom", dan.roomCode), /already in a room/);
  assert.match(await ada.refused("joinRoom", mine.roomCode), /already in a room/);
  assert.match(await cat.refused("fireShot", { x: 0, y: 0 }), /No match/);
  await cat.done("leaveRoom");
  assert.match(await cat.refused("leaveRoom"), /not in a room/);
  await until("an empty room is gone", async () => (await http("GET", `/api/tables/${mine.roomCode}`)).status === 404);
  assert.match(await cat.refused("joinRoom", mine.roomCode), /Room not found/);
  assert.match(await cat.refused("sinkEverything"), /no event called sinkEverything/);

  // Without an acknowledgement the same sentences come as `error`.
  for (const [event, argument, sentence] of [
    ["joinRoom", "ZZZZZZ", /Room not found/],
    ["joinRoom", "?", /Invalid room code/],
    ["leaveRoom", undefined, /not in a room/],
    ["fireShot", { x: 0, y: 0 }, /not in a room/],
    ["placeShips", 7, /Invalid ship placement/],
    ["sinkEverything", 1, /no event/],
    ["command", 1, /no command/],
  ]) {
    cat.socket.emit(event, argument);
    assert.match(await cat.next("error"), sentence);
  }
  // A refusal changes nothing, and other players do not hear of it.
  assert.equal(ben.names().includes("error"), false);
  assert.equal((await first.state()).currentTurn, first.id);
}

function connectError(base, auth) {
  return new Promise((resolve, reject) => {
    const socket = io(base, { auth, forceNew: true, reconnection: false, transports: ["websocket"] });
    socket.once("connect_error", ({ message, data }) => (socket.close(), resolve(`${data.code}: ${message}`)));
    socket.once("connect", () => (socket.close(), reject(new Error("let in"))));
  });
}

export async function who_may_come_in({ base, guests }) {
  assert.match(await connectError(base, { token: "0".repeat(64) }), /^not_signed_in: .*token is not known/);
  assert.match(await connectError(base, { token: "x" }), /^not_signed_in: .*token is not known/);
  if (!guests) {
    assert.match(await connectError(base, {}), /^not_signed_in: .*Sign in or start a game first/);
    const me = await guest("Ada");
    const ada = await Player.enter("Ada", me);
    assert.equal(ada.id, me.id);
    return;
  }
  // Pages of other sites may come to this door, and to no other.
  const allowed = async (path) => (await fetch(base + path)).headers.get("access-control-allow-origin");
  assert.equal(await allowed("/socket.io/?EIO=4&transport=polling"), "*");
  assert.equal(await allowed("/api/games"), null);
  // Also with headers of their own, about which a browser asks first.
  const asked = { origin: "https://elsewhere.example", "access-control-request-method": "POST", "access-control-request-headers": "x-own" };
  const preflight = await fetch(`${base}/socket.io/?EIO=4&transport=polling`, { method: "OPTIONS", headers: asked });
  const said = ["origin", "methods", "headers"].map((what) => preflight.headers.get(`access-control-allow-${what}`));
  assert.deepEqual([preflight.status, ...said], [204, "*", "GET, POST", "*"]);
  // A cookie is no token: another site's page could send it.
  const me = await guest("Ada");
  const stranger = new Player({});
  stranger.socket.io.opts.extraHeaders = { cookie: `parlor_session=${me.token}` };
  await stranger.connected();
  assert.notEqual(stranger.hello.id, me.id);
  assert.ok(stranger.token, "a guest is told a token");
  assert.deepEqual(stranger.welcome, { me: stranger.hello, token: stranger.token });
  // And that token is as good as any.
  const { body } = await http("GET", "/api/me", stranger.token);
  assert.deepEqual(body, stranger.hello);
  const named = new Player({ name: "Zoë" });
  await named.connected();
  assert.equal(named.hello.name, "Zoë");
  assert.match(await connectError(base, { name: "\u0007" }), /^bad_name: .*name/i);
}

/** A session that ends takes its sockets with it; a bot's token reaches as far as its scopes. */
export async function sessions_and_scopes() {
  const me = await member("Ada");
  const ada = await Player.enter("Ada", me);
  const cut = new Promise((resolve) => ada.socket.once("disconnect", resolve));
  assert.equal((await http("POST", "/api/logout", me.token, { everywhere: true })).status, 204);
  assert.equal(await cut, "io server disconnect");
  assert.match(await ada.next("error"), /sign in again/);
  const owner = await member("Bea");
  const bot = (await http("POST", "/api/me/bots", owner.token, { name: "Robot" })).body;
  const token = async (scopes) => {
    const { status, body } = await http("POST", `/api/me/bots/${bot.id}/tokens`, owner.token, { label: "test", scopes });
    assert.equal(status, 201, JSON.stringify(body));
    return body.token;
  };
  const reader = await Player.enter("Robot", { token: await token(["read"]) });
  assert.equal(reader.hello.kind, "bot");
  assert.match(await reader.refused("createRoom"), /token/i);
  const player = await Player.enter("Robot", { token: await token(["read", "play"]) });
  await player.done("createRoom");
}

/** Floods, garbage and oversized packets: the sender is refused or cut off, and others do not notice. */
export async function hostile_clients({ base }) {
  const { first, second } = await duel();
  const gone = (player) => new Promise((resolve) => player.socket.once("disconnect", resolve));
  const big = await Player.enter("Big");
  big.socket.io.opts.reconnection = false;
  const closed = gone(big);
  big.socket.emit("joinRoom", "x".repeat(20_000));
  await closed;
  const noisy = await Player.enter("Noisy");
  const sent = gone(noisy);
  for (let n = 0; n < 60; n += 1) noisy.socket.emit("nonsense", n);
  assert.equal(await sent, "io server disconnect", "patience ends");
  const binary = await Player.enter("Binary");
  binary.socket.io.opts.reconnection = false;
  const cut = gone(binary);
  binary.socket.emit("joinRoom", Buffer.from("ABCDEF"));
  await cut;
  for (const path of ["/socket.io/", "/socket.io/?EIO=4&transport=polling&sid=nobody", "/socket.io/?EIO=9&transport=polling"]) {
    assert.equal((await fetch(base + path)).status, 400);
  }
  await first.done("fireShot", { x: 0, y: 0 });
  await second.done("fireShot", { x: 0, y: 0 });
}

/** Commands have a rate here as everywhere. */
export async function too_fast() {
  const ada = await Player.enter("Ada");
  const answers = await Promise.all(Array.from({ length: 30 }, () => ada.ask("requestGameState")));
  assert.match(answers[0].error, /not in a room/);
  assert.ok(answers.some(({ error }) => /too fast/.test(error)));
}
