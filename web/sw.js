// Keeps the static files and the offline page. It keeps no page of a person.
"use strict";
const STORE = "hearth-static-1";

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const store = await caches.open(STORE);
    const answer = await fetch("/offline", { cache: "no-store" });
    if (!answer.ok) return;
    const text = await answer.clone().text();
    await store.put("/offline", answer);
    const files = [...new Set(text.match(/\/assets\/[0-9a-f]+\/[\w.-]+/g) ?? [])];
    await store.addAll(files);
  })());
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== STORE) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const request = event.request;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/assets/")) {
    // The address holds the content's hash, so a kept file never goes stale.
    event.respondWith((async () => {
      const store = await caches.open(STORE);
      const kept = await store.match(request);
      if (kept) return kept;
      const answer = await fetch(request);
      if (answer.ok) await store.put(request, answer.clone());
      return answer;
    })());
  } else if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => {
      const kept = await caches.match("/offline");
      return kept ?? Response.error();
    }));
  }
});
