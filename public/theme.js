// Runs before the first paint, so that a chosen theme or density never flashes. ui/theme.ts writes these keys.
try {
  const theme = localStorage.getItem('tema')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('densidade') === 'compact') document.documentElement.dataset.density = 'compact'
} catch {
  // Storage is closed to us: the system's theme stays.
}
