// Runs before the first paint and before the code has arrived.

// A chosen theme or density never flashes. shell/theme.ts writes these keys.
try {
  const theme = localStorage.getItem('tema')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('densidade') === 'compact') document.documentElement.dataset.density = 'compact'
} catch {
  // Storage is closed to us: the system's theme stays.
}

// A form of a prerendered page that is sent before the code has arrived would put its fields into the URL. It waits here;
// lib/early-submit.ts sends it.
addEventListener('submit', event => {
  if (event.defaultPrevented) return
  event.preventDefault()
  window.earlySubmit = event.target
})

// The e-mail typed on the login page follows a link that is clicked before the code has arrived, as login-page.tsx passes it later.
const forgotPassword = '/forgot-password'
addEventListener('click', event => {
  if (event.defaultPrevented || !event.target.closest?.(`a[href="${forgotPassword}"]`)) return
  try {
    sessionStorage.setItem('email', document.querySelector('input[type=email]').value)
  } catch {
    // Storage is closed to us: the e-mail is typed again.
  }
})
addEventListener('DOMContentLoaded', () => {
  if (location.pathname !== forgotPassword) return
  try {
    const email = sessionStorage.getItem('email')
    sessionStorage.removeItem('email')
    if (email) document.querySelector('input[type=email]').value = email
  } catch {
    // See above.
  }
})

// A prerendered page is complete without its code, which begins to load after the first paint. A page that styles/base.css hides
// from signed-in visitors has nothing to paint.
addEventListener('DOMContentLoaded', () => {
  const code = document.getElementById('code')
  if (!code) return
  const load = () => document.head.append(code.content)
  if (document.querySelector('[data-token] [data-guest]')) return load()
  const onPaint = (_, observer) => {
    observer.disconnect()
    load()
  }
  new PerformanceObserver(onPaint).observe({ type: 'paint', buffered: true })
})

// Asks who is signed in, and on the board's page for what its first cards need, while the code loads. lib/early-request.ts takes
// the responses. The landing page needs none of them.
try {
  const token = localStorage.getItem('token')
  // Hides the login page that was prerendered for guests.
  if (token) document.documentElement.dataset.token = ''
  if (token && location.pathname !== '/') {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    const requests = {}
    window.earlyRequests = requests
    const request = url => {
      const controller = new AbortController()
      const response = fetch(url, { headers, signal: controller.signal })
      response.catch(() => {})
      requests[url] = { token, response, controller }
    }
    request('/api/auth/verify-token')
    // Only the board without filters: its requests have no parameters. session/stored-user.ts and start/first-steps-shown.ts
    // write the keys.
    const isBoard = location.pathname === '/dashboard' && ['', '?aba=kanban'].includes(location.search)
    if (isBoard && !localStorage.getItem('user')?.includes('"canReadLeads":false')) {
      request('/api/leads/board')
      request('/api/leads/stats')
      request('/api/team')
      if (localStorage.getItem('primeiros-passos') !== 'done') request('/api/leads/first-steps')
    }
  }
} catch {
  // A stored token that no header can carry: the session ends when the code has arrived.
}
