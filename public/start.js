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

// Asks who is signed in. lib/early-request.ts takes the response. The landing page does not need it.
try {
  const token = localStorage.getItem('token')
  // Hides the login page that was prerendered for guests.
  if (token) document.documentElement.dataset.token = ''
  if (token && location.pathname !== '/') {
    const url = '/api/auth/verify-token'
    const controller = new AbortController()
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    const response = fetch(url, { headers, signal: controller.signal })
    response.catch(() => {})
    window.earlyRequest = { url, token, response, controller }
  }
} catch {
  // A stored token that no header can carry: the session ends when the code has arrived.
}
