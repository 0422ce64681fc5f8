// Keeps the client in the browser, so that it opens and is practised with where the house cannot be reached.

const CACHE = "parlor-{{version}}";
// Everything the client consists of; but for the page and its icons, the version is part of the address.
const FILES = {{files}};

self.addEventListener("install", (event) => {
  // What the page has just loaded comes from the browser's own cache.
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const outdated = (name) => name.startsWith("parlor-") && name !== CACHE;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(outdated).map((name) => caches.delete(name)))),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && !pathname.startsWith("/api/")) {
    // The house's own page first: it may be a newer one.
    event.respondWith(fetch(request).catch(() => caches.match("/")));
  } else if (FILES.includes(pathname) && pathname !== "/") {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});
