// The build prepends `self.build`, the version and the precached files, and writes the result to /sw.js.
// Pages come from the network first. /api and the pages of forms are never cached.

const { version, files } = self.build
const prefix = 'app-'
const current = prefix + version

/** The server returns the same HTML for every page of the app. */
const shell = '/dashboard'
const extraFiles = ['/start.js', '/favicon.svg']

/** Looks in the current build first: `caches.match` alone would find the page of the previous one. */
const find = async request => {
  const cache = await caches.open(current)
  const options = { ignoreVary: true }
  return (await cache.match(request, options)) ?? caches.match(request, options)
}

const precache = async () => {
  const cache = await caches.open(current)
  const fresh = [shell, ...extraFiles].map(url => new Request(url, { cache: 'reload' }))
  await cache.addAll([...fresh, ...files])
  await self.skipWaiting()
}

// Preserves the previous build, because open tabs may still load its chunks.
const activate = async () => {
  const kept = (await caches.keys()).filter(name => name.startsWith(prefix))
  const older = kept.filter(name => name !== current).slice(0, -1)
  await Promise.all(older.map(name => caches.delete(name)))
  await self.clients.claim()
}

const codeDestinations = ['script', 'style', 'font', 'worker']

/** Serves files with a hash in their name, which never change. */
const cacheFirst = async request => {
  const found = await find(request)
  if (found) return found
  const answer = await fetch(request)
  if (answer.status === 200) {
    const cache = await caches.open(current)
    await cache.put(request, answer.clone()).catch(() => undefined)
  }
  return answer
}

const networkTimeoutMs = 4000
/** After a page timed out, later requests use the cache at once. */
let isServerSilent = false

/** Serves from the cache after a failure or a timeout, because a hanging server must not leave a blank page. */
const networkFirst = async (request, kept) => {
  const fetched = fetch(request)
  fetched.then(
    () => {
      isServerSilent = false
    },
    () => {},
  )
  const late = new Promise(resolve => setTimeout(resolve, isServerSilent ? 0 : networkTimeoutMs))
  const answer = await Promise.race([fetched.catch(() => undefined), late])
  if (answer) return answer
  isServerSilent = true
  return (await find(kept)) ?? fetched
}

const respondTo = request => {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || /^\/(api|f)(\/|$)/.test(pathname)) return undefined
  if (request.mode === 'navigate') return networkFirst(request, shell)
  if (pathname.startsWith('/assets/') && codeDestinations.includes(request.destination)) return cacheFirst(request)
  return extraFiles.includes(pathname) ? networkFirst(request, pathname) : undefined
}

self.addEventListener('install', event => event.waitUntil(precache()))
self.addEventListener('activate', event => event.waitUntil(activate()))
self.addEventListener('fetch', event => {
  const answer = respondTo(event.request)
  if (answer) event.respondWith(answer)
})
