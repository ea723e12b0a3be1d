/** Paths of all pages. The web app routes them and the server responds to them with HTML. */
export const paths = {
  landing: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  invite: '/convite',
  terms: '/termos',
  privacy: '/privacidade',
  dashboard: '/dashboard',
  import: '/dashboard/importar',
  reports: '/dashboard/relatorios',
  trash: '/dashboard/lixeira',
  duplicates: '/dashboard/duplicados',
  subscription: '/subscription',
  profile: '/profile',
  profileNotices: '/profile/avisos',
  profileDevices: '/profile/aparelhos',
  profileTeam: '/profile/equipe',
  profileStages: '/profile/etapas',
  profileSales: '/profile/vendas',
  profileIntegrations: '/profile/integracoes',
  profileHelp: '/profile/ajuda',
  profileFiscalData: '/profile/dados-fiscais',
  profileBrand: '/profile/marca',
  profileBackups: '/profile/copias',
  profileData: '/profile/dados',
  profilePrivacy: '/profile/privacidade',
  admin: '/admin',
  adminLeads: '/admin/leads',
} as const

const maxPathLength = 40

/** Ignores case and a trailing slash. Returns `undefined` for an unknown path. */
export const findScreen = (pathname: string): (typeof paths)[keyof typeof paths] | undefined => {
  if (pathname.length > maxPathLength) return undefined
  const plain = pathname.toLowerCase().replace(/(?<=.)\/$/, '')
  return Object.values(paths).find(path => path === plain)
}
