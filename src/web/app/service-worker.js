// The build puts `self.build` before this and writes it to /sw.js: the version, and the files that the app is made of.
// With them it opens without a connection. Pages come from the network whenever there is one, and nothing of /api is kept.

const { version, files } = self.build
const prefix = 'app-'
const current = prefix + version

/** Any screen's address answers with the same page. */
const shell = '/dashboard'
const extraFiles = ['/theme.js', '/favicon.svg']

const find = request => caches.match(request, { ignoreVary: true })

const precache = async () => {
  const cache = await caches.open(current)
  const fresh = [shell, ...extraFiles].map(url => new Request(url, { cache: 'reload' }))
  await cache.addAll([...fresh, ...files])
  await self.skipWaiting()
}

// The build before this one stays: a page that is open since then still finds the code of the screens it has not opened.
const activate = async () => {
  const kept = (await caches.keys()).filter(name => name.startsWith(prefix))
  const older = kept.filter(name => name !== current).slice(0, -1)
  await Promise.all(older.map(name => caches.delete(name)))
  await self.clients.claim()
}

const codeDestinations = ['script', 'style', 'font', 'worker']

/** Of files with a hash in their name there is only one version. */
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
/** Once a server has kept a page waiting, the files after it need not wait as long again. */
let isServerSilent = false

/** From the network, or what is kept when nothing comes of that in time: a server that hangs must not leave a white page. */
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
  if (request.method !== 'GET' || origin !== location.origin || /^\/api(\/|$)/.test(pathname)) return undefined
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
