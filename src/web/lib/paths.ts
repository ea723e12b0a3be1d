/** The address of every screen. */
export const paths = {
  landing: '/',
  login: '/login',
  register: '/register',
  dashboard: '/dashboard',
  subscription: '/subscription',
  profile: '/profile',
  admin: '/admin',
} as const
