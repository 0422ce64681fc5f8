// Runs one scenario against a house: node run.mjs SCENARIO BASE_URL TRANSPORT [JSON]
// Prints what the scenario returns as one line of JSON; fails with a trace.
import * as errors from "./errors.mjs";
import * as games from "./games.mjs";
import * as returns from "./returns.mjs";
import * as rooms from "./rooms.mjs";
import { closeAll, setHouse } from "./player.mjs";

const [name, base, transport, input] = process.argv.slice(2);
const scenario = { ...errors, ...games, ...returns, ...rooms }[name];
if (!scenario) throw new Error(`there is no scenario called ${name}`);
setHouse(base, transport);
const hang = setTimeout(() => {
  console.error(`${name} hangs`);
  process.exit(1);
}, 240_000);
const result = await scenario(input === undefined ? undefined : JSON.parse(input));
clearTimeout(hang);
closeAll();
console.log(JSON.stringify(result ?? null));
process.exit(0);
