// Shows a page of its own where one of the exchange could not be loaded. It keeps that page and nothing else: what the exchange answers
// goes through as it comes.
const prefix = 'pelican-unreachable-';
const store = `${prefix}VERSION`;
const page = '/unreachable.html';
const parts = [page, '/unreachable.css', '/unreachable.js'];

/** Paths that the server answers itself: a failure there is shown as the browser shows it. The build puts the pattern in. */
const serverPaths = /SERVER_PATHS/;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate') {
    // Either way what the browser has asked for already is used.
    event.respondWith(serverPaths.test(pathname) ? preloaded(event) : openPage(event));
  } else if (parts.includes(pathname)) event.respondWith(openPart(event.request, pathname));
});

async function install() {
  const cache = await caches.open(store);
  await cache.addAll(parts.map((part) => new Request(part, { cache: 'no-store' })));
  await self.skipWaiting();
}

async function activate() {
  // The browser asks for the page while it starts the worker.
  await self.registration.navigationPreload?.enable();
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(prefix) && name !== store).map((name) => caches.delete(name)),
  );
}

async function preloaded(event) {
  return (await event.preloadResponse) ?? fetch(event.request);
}

async function openPage(event) {
  let answer;
  try {
    answer = await preloaded(event);
  } catch (error) {
    const kept = await caches.match(page);
    if (kept) return kept;
    throw error;
  }
  // What a proxy says of a server that is not there. A page that has the server's number of the request is the client, which says itself what failed.
  const { status, headers } = answer;
  const isClient = headers.has('x-request-id') && headers.get('content-type')?.startsWith('text/html');
  const isAway = status >= 502 && status <= 504 && !isClient;
  return (isAway && (await caches.match(page))) || answer;
}

async function openPart(request, pathname) {
  return (await caches.match(pathname)) ?? fetch(request);
}
