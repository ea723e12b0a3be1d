import { type ComponentType, StrictMode, Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import ForgotPasswordPage from '#web/auth/forgot-password-page.tsx'
import LoginPage from '#web/auth/login-page.tsx'
import RegisterPage from '#web/auth/register-page.tsx'
import LandingPage from '#web/landing/landing-page.tsx'
import { poster, posterPhone } from '#web/landing/screenshots.ts'
import LegalPage from '#web/legal/legal-page.tsx'
import { paths } from '#web/lib/url/paths.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'
import SessionShell from './session-shell.tsx'

interface PublicPage {
  path: string
  /** Name of the HTML file. */
  name: string
  /** Ends of the source files' paths or names of groups, which identify their chunks. */
  sources: string[]
  Component: ComponentType
  title: string
  /** Absent: the description of index.html. */
  description?: string
  /** Images that the browser would otherwise discover only after the styles. */
  images: { href: string; media: string }[]
  /** Whether the page describes the product to search engines. */
  describesProduct: boolean
  /** Whether signed-in visitors get another page. */
  isForGuests: boolean
}

const publicPages: PublicPage[] = [
  {
    path: paths.landing,
    name: 'landing',
    sources: ['/landing-page.tsx', '/landing-sections.tsx'],
    Component: LandingPage,
    title: 'Sistema de Gestão de Leads',
    images: (['light', 'dark'] as const).flatMap(theme => [
      { href: posterPhone[theme], media: `(width < 48rem) and (prefers-color-scheme: ${theme})` },
      { href: poster[theme], media: `(width >= 48rem) and (prefers-color-scheme: ${theme})` },
    ]),
    describesProduct: true,
    isForGuests: false,
  },
  {
    path: paths.terms,
    name: 'terms',
    sources: ['/legal-page.tsx'],
    Component: LegalPage,
    title: 'Termos de uso',
    description: 'Conta, teste grátis, planos, cancelamento e o que esperar do serviço, em linguagem simples.',
    images: [],
    describesProduct: false,
    isForGuests: false,
  },
  {
    path: paths.privacy,
    name: 'privacy',
    sources: ['/legal-page.tsx'],
    Component: LegalPage,
    title: 'Política de privacidade',
    description: 'Quais dados são guardados, para quê, por quanto tempo, quem ajuda e como ver, corrigir e excluir.',
    images: [],
    describesProduct: false,
    isForGuests: false,
  },
  {
    path: paths.login,
    name: 'login',
    sources: ['session', '/login-page.tsx'],
    Component: LoginPage,
    title: 'Entrar',
    images: [],
    describesProduct: false,
    isForGuests: true,
  },
  {
    path: paths.register,
    name: 'register',
    sources: ['session', '/register-page.tsx'],
    Component: RegisterPage,
    title: 'Criar conta',
    images: [],
    describesProduct: false,
    isForGuests: true,
  },
  {
    path: paths.forgotPassword,
    name: 'forgot-password',
    sources: ['/forgot-password-page.tsx'],
    Component: ForgotPasswordPage,
    title: 'Redefinir senha',
    images: [],
    describesProduct: false,
    isForGuests: false,
  },
]

/** Renders a page at build time, as screens.tsx does for a visitor. */
const renderPage = async ({ path, Component, isForGuests }: PublicPage): Promise<string> => {
  const content = (
    <div className="first-page">
      <Component />
    </div>
  )
  const page = (
    <StrictMode>
      <StaticRouter location={path}>
        <SkipLink />
        <Suspense>{isForGuests ? <SessionShell access="guest">{content}</SessionShell> : content}</Suspense>
      </StaticRouter>
    </StrictMode>
  )
  // Streamed parts would need an inline script to assemble the page.
  const { prelude } = await prerender(page, { progressiveChunkSize: Number.POSITIVE_INFINITY })
  return new Response(prelude).text()
}

export const renderPublicPages = () =>
  Promise.all(publicPages.map(async page => ({ ...page, html: await renderPage(page) })))
