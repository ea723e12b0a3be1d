import { BrowserRouter } from 'react-router'
import { ErrorBoundary } from '#web/lib/error-boundary.tsx'
import { routerWindow } from '#web/lib/url/overlay-history.ts'
import { Screens } from './screens.tsx'

export const App = () => (
  <ErrorBoundary fallback={<AppCrash />}>
    <BrowserRouter window={routerWindow()}>
      <Screens />
    </BrowserRouter>
  </ErrorBoundary>
)

/** Last fallback: renders without any other component of the app. */
const AppCrash = () => (
  <main className="p-6">
    <h1>Algo deu errado</h1>
    <p className="mt-2">
      Recarregue a página. <a href="/">Ir para o início</a>
    </p>
  </main>
)
