// Starts the client. A file of its own, so that the page needs no inline script.

const splash = document.getElementById("splash");
const progress = document.getElementById("splash-progress");

// The code, counted while it comes: the length that the house tells is that of the compressed file.
const code = async () => {
  const answer = await fetch(new URL("web_bg.wasm", import.meta.url));
  if (!answer.ok || !answer.body) return answer;
  const count = new TransformStream({
    transform(chunk, out) {
      progress.value += chunk.length;
      out.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(count), { headers: { "Content-Type": "application/wasm" } });
};

try {
  // Not at the top: a client that does not load is worth an apology, too.
  const coming = code();
  const { default: init } = await import("./web.js");
  await init({ module_or_path: coming });
  splash.remove();
  // For those who measure how long it takes until buttons work.
  performance.mark("ready");
  // Only pages that came a safe way may keep themselves. Without it everything works, but for opening without the house.
  navigator.serviceWorker?.register(new URL("../../sw.js", import.meta.url)).catch(console.warn);
} catch (error) {
  console.error(error);
  document.getElementById("splash-words").textContent =
    "The house could not be opened in this browser. Please reload, or try a newer browser.";
  progress.remove();
}
