// Starts the client. A file of its own, so that the page needs no inline script.

// The chosen theme first, so that the page does not change colour under the eyes.
try {
  const { theme } = JSON.parse(localStorage.getItem("parlor") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is remembered, or not by us.
}

const splash = document.getElementById("splash");
try {
  // Not at the top: a client that does not load is worth an apology, too.
  const { default: init } = await import("./web.js");
  await init({ module_or_path: new URL("web_bg.wasm", import.meta.url) });
  splash.remove();
  // Only pages that came a safe way may keep themselves. Without it everything works, but for opening without the house.
  navigator.serviceWorker?.register("/sw.js").catch(console.warn);
} catch (error) {
  console.error(error);
  splash.textContent = "The house could not be opened in this browser. Please reload, or try a newer browser.";
}
