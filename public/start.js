// Runs before the first paint and before the code has arrived.

// A chosen theme or density never flashes. shell/theme.ts writes these keys.
try {
  const theme = localStorage.getItem('tema')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('densidade') === 'compact') document.documentElement.dataset.density = 'compact'
} catch {
  // Storage is closed to us: the system's theme stays.
}

// Asks who is signed in. lib/early-request.ts takes the response. The landing page does not need it.
try {
  const token = localStorage.getItem('token')
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
