// Fetches the parts of the client that a page does not need at first, and shows how far they are.

// Where each module lies: a file, from here, to there.
const PLACES = {{parts}};

const lengths = new Map();
for (const [file, , end] of Object.values(PLACES)) lengths.set(file, Math.max(end, lengths.get(file) ?? 0));

// The files that are here or on their way. One that failed is forgotten, so that it can be tried again.
const files = new Map();
// How many bytes of each file that is on its way are here.
const coming = new Map();

const show = () => {
  let [here, all] = [0, 0];
  for (const [file, bytes] of coming) {
    here += bytes;
    all += lengths.get(file);
  }
  for (const bar of document.querySelectorAll(".part-progress")) bar.value = Math.min(here / all, 1);
};

const download = async (file) => {
  coming.set(file, 0);
  try {
    const answer = await fetch(new URL(file, import.meta.url));
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    const count = new TransformStream({
      transform(chunk, out) {
        coming.set(file, coming.get(file) + chunk.length);
        show();
        out.enqueue(chunk);
      },
    });
    return await new Response(answer.body.pipeThrough(count)).arrayBuffer();
  } finally {
    coming.delete(file);
  }
};

const fetched = (file) => {
  if (!files.has(file)) {
    const bytes = download(file);
    files.set(file, bytes);
    bytes.catch(() => files.delete(file));
  }
  return files.get(file);
};

// The style of all that is not the lobby, once for all parts.
let styled;
const style = () =>
  (styled ??= new Promise((resolve, reject) => {
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = new URL("rooms.css", import.meta.url).href;
    sheet.onload = resolve;
    sheet.onerror = () => {
      sheet.remove();
      styled = undefined;
      reject(new Error("rooms.css did not come"));
    };
    document.head.append(sheet);
  }));

// A module of the client, as an answer that the browser can compile. What it shows has its style by then.
export const part = async (name) => {
  const dressed = style();
  // It is waited for below; until then its failure is no surprise.
  dressed.catch(() => {});
  const [file, start, end] = PLACES[name];
  const bytes = (await fetched(file)).slice(start, end);
  await dressed;
  return new Response(bytes, { headers: { "Content-Type": "application/wasm" } });
};
