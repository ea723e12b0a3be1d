/** The address of every screen. */
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
