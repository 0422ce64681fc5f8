// A player over the real socket.io-client, with everything it was ever sent on record.
import assert from "node:assert/strict";
import { createRequire } from "node:module";

const require = createRequire(`${process.env.SOCKETIO_CLIENTS}/package.json`);
export const { io } = require("socket.io-client");

/** Nothing here takes this long unless it hangs. */
const PATIENCE = 15_000;

const TRANSPORTS = {
  websocket: ["websocket"],
  polling: ["polling"],
  upgrade: ["polling", "websocket"],
};

let base;
let transports;
const everyone = [];

export function setHouse(url, transport) {
  base = url;
  transports = TRANSPORTS[transport];
  assert(transports, `no transport called ${transport}`);
}

export function closeAll() {
  for (const player of everyone) player.socket.close();
}

function inTime(promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no ${what}`)), PATIENCE);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

export async function http(method, path, token, body) {
  const response = await fetch(base + path, {
    method,
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text && JSON.parse(text) };
}

/** A player with an account: their id, name and token. */
export async function member(name, email) {
  const { status, body } = await http("POST", "/api/register", undefined, { name, password: "correct horse battery", email });
  assert.equal(status, 201, JSON.stringify(body));
  return { ...body.me, token: body.token };
}

/** A player who came in over HTTP: their id, name and token. */
export async function guest(name) {
  const { body } = await http("POST", "/api/guest", undefined, { name });
  return { ...body.me, token: body.token };
}

export class Player {
  /** Everything that arrived, in order: {name, payload, offset}. */
  heard = [];
  /** The raw packets below that, as text. */
  traffic = [];
  offset;
  #queues = new Map();
  #waiting = [];

  /** Comes in as a guest of that name, or with `auth`. */
  static async enter(name, auth = {}) {
    const me = auth.token ? { token: auth.token } : await guest(name);
    const player = new Player({ ...auth, token: me.token });
    await player.connected();
    player.id = player.hello.id;
    player.name = player.hello.name;
    return player;
  }

  constructor(auth) {
    this.token = auth.token;
    this.offset = auth.offset;
    this.socket = io(base, {
      transports,
      forceNew: true,
      reconnectionDelay: 20,
      reconnectionDelayMax: 100,
      auth: (send) => send({ ...auth, offset: this.offset }),
    });
    everyone.push(this);
    this.socket.io.on("open", () => {
      this.socket.io.engine.on("packet", ({ data }) => data && this.traffic.push(String(data)));
    });
    this.socket.onAny((name, payload, offset) => {
      if (name === "event" && payload.hello) this.hello = payload.hello.you;
      if (name === "welcome") Object.assign(this, { welcome: payload, token: payload.token });
      if (offset !== undefined) this.offset = offset;
      this.heard.push({ name, payload, offset });
      this.#queue(name).push(payload);
      this.#wake();
    });
  }

  #queue(name) {
    if (!this.#queues.has(name)) this.#queues.set(name, []);
    return this.#queues.get(name);
  }

  #wake() {
    this.#waiting = this.#waiting.filter((look) => !look());
  }

  async connected() {
    if (!this.socket.connected) {
      const socket = this.socket;
      await inTime(
        new Promise((resolve, reject) => {
          socket.once("connect", resolve);
          socket.once("connect_error", reject);
        }),
        "connection",
      );
    }
    await this.next("event");
  }

  /** The next event of that name that has not been read yet. */
  next(name) {
    const queue = this.#queue(name);
    const found = new Promise((resolve) => {
      const look = () => queue.length > 0 && (resolve(queue.shift()), true);
      if (!look()) this.#waiting.push(look);
    });
    return inTime(found, `${name} for ${this.name} after ${this.names().slice(-8)}`);
  }

  /** Asks something and waits for the acknowledgement. */
  ask(event, ...args) {
    return this.socket.timeout(PATIENCE).emitWithAck(event, ...args);
  }

  /** Asks something that must be done; what it led to. */
  async done(event, ...args) {
    const answer = await this.ask(event, ...args);
    assert.equal(answer.success, true, `${event}: ${JSON.stringify(answer)}`);
    return answer.result;
  }

  /** Asks something that must be refused; the sentence. */
  async refused(event, ...args) {
    const answer = await this.ask(event, ...args);
    assert.equal(answer.success, false, `${event} should be refused`);
    assert.equal(typeof answer.error, "string");
    assert.equal("result" in answer, false);
    return answer.error;
  }

  state() {
    return this.done("requestGameState");
  }

  /** The names of what arrived since `from`, without what is no event of Voxel Battleship. */
  names(from = 0) {
    return this.heard.slice(from).map(({ name }) => name).filter((name) => name !== "event" && name !== "welcome");
  }

  /** Drops the connection as a network would; the client comes back by itself. */
  drop() {
    const back = new Promise((resolve) => this.socket.once("connect", resolve));
    this.socket.io.engine.close();
    return inTime(back, "reconnection");
  }
}

const SIZES = { carrier: 5, battleship: 4, cruiser: 3, submarine: 3, destroyer: 2 };

export function ship(id, x, y, orientation = "horizontal") {
  const name = id[0].toUpperCase() + id.slice(1);
  return { id, name, size: SIZES[id], startCoordinate: { x, y }, orientation };
}

/** Every ship from column `x` to the right, in rows y, y+1, … */
export function rows(x = 0, y = 0) {
  return Object.keys(SIZES).map((id, row) => ship(id, x, y + row));
}

export function cells({ size, startCoordinate: { x, y }, orientation }) {
  return Array.from({ length: size }, (_, n) => (orientation === "horizontal" ? { x: x + n, y } : { x, y: y + n }));
}

/** Cells that hold no ship of a fleet laid out by `rows(0, 0)`. */
export function* water() {
  for (let y = 9; y >= 5; y -= 1) for (let x = 0; x < 10; x += 1) yield { x, y };
}

/** Two players in one room, fleets still in harbour. */
export async function room(names = ["Ada", "Ben"]) {
  const ada = await Player.enter(names[0]);
  const ben = await Player.enter(names[1]);
  const { roomCode } = await ada.done("createRoom");
  await ben.done("joinRoom", roomCode);
  await Promise.all([ada.next("gameStarted"), ben.next("gameStarted")]);
  return { ada, ben, roomCode };
}

/** Two players with fleets at sea; `first` shoots first. */
export async function duel(fleets = [rows(), rows()]) {
  const { ada, ben, roomCode } = await room();
  await ada.done("placeShips", fleets[0]);
  await ben.done("placeShips", fleets[1]);
  return { ...(await begun(ada, ben)), ada, ben, roomCode };
}

export async function begun(ada, ben) {
  const { firstPlayer } = await ada.next("bothPlayersReady");
  await ben.next("bothPlayersReady");
  await Promise.all([ada.next("turnChanged"), ben.next("turnChanged")]);
  return firstPlayer === ada.id ? { first: ada, second: ben } : { first: ben, second: ada };
}

/** `first` sinks everything, `second` hits water; ends with the last shot. */
export async function sinkAll(first, second, fleet = rows()) {
  const targets = fleet.flatMap(cells);
  const misses = water();
  for (const [n, target] of targets.entries()) {
    const last = await first.done("fireShot", target);
    await second.next("shotResult");
    if (n === targets.length - 1) return last;
    await Promise.all([first.next("turnChanged"), second.next("turnChanged")]);
    await second.done("fireShot", misses.next().value);
    await first.next("shotResult");
    await Promise.all([first.next("turnChanged"), second.next("turnChanged")]);
  }
}

/** Tries until it is so: for what no event tells. */
export async function until(what, look) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
