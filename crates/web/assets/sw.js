// Keeps the client in the browser, so that it opens and is practised with where the house cannot be reached.

// Where on its site the house is: "/", or "/games/".
const HOME = new URL("./", self.location).pathname;
const BASE = HOME.slice(0, -1);
// Other houses on the same site have their own.
const CACHE = `parlor-{{version}}${BASE}`;
// Everything the client consists of; but for the page and its icons, the version is part of the address.
const FILES = {{files}}.map((file) => HOME + file);

self.addEventListener("install", (event) => {
  // What the page has just loaded comes from the browser's own cache.
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const outdated = (name) => name !== CACHE && name.replace(/^parlor-[0-9a-f]+/, "") === BASE;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(outdated).map((name) => caches.delete(name)))),
  );
});

// The house's own page first: it may be a newer one. A proxy answers for a house that is out of reach.
const page = async (request) => {
  const answer = await fetch(request).catch(() => Response.error());
  const isFromHouse = answer.type !== "error" && ![502, 503, 504].includes(answer.status);
  return isFromHouse ? answer : ((await caches.match(HOME)) ?? answer);
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && !pathname.startsWith(`${HOME}api/`)) {
    event.respondWith(page(request));
  } else if (FILES.includes(pathname) && pathname !== HOME) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});

// What the house tells a player who is away. A page that can be seen shows it by itself.
self.addEventListener("push", (event) => {
  const { text, path, tag } = event.data?.json() ?? {};
  if (!text) return;
  const show = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    // The site may have more pages than the house's.
    const isOurs = ({ url }) => new URL(url).pathname.startsWith(HOME);
    if (pages.some((page) => isOurs(page) && page.visibilityState === "visible")) return;
    await self.registration.showNotification("Parlor", { body: text, tag, icon: `${HOME}icon-512.png`, data: { path } });
  };
  event.waitUntil(show());
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { href } = new URL(BASE + (event.notification.data?.path ?? "/"), self.location.origin);
  const open = async () => {
    const [page] = await self.clients.matchAll({ type: "window" });
    if (!page) return self.clients.openWindow(href);
    await page.navigate(href);
    await page.focus();
  };
  event.waitUntil(open());
});
