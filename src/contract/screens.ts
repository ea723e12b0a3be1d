/** The address of every screen: what the web app shows, and what the server answers with a page. */
export const paths = {
  landing: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  dashboard: '/dashboard',
  subscription: '/subscription',
  profile: '/profile',
  admin: '/admin',
  adminLeads: '/admin/leads',
} as const

const maxPathLength = 40

/** The screen at an address' path, in any case and with or without a slash at its end; `undefined` where there is none. */
export const findScreen = (pathname: string): (typeof paths)[keyof typeof paths] | undefined => {
  if (pathname.length > maxPathLength) return undefined
  const plain = pathname.toLowerCase().replace(/(?<=.)\/$/, '')
  return Object.values(paths).find(path => path === plain)
}
