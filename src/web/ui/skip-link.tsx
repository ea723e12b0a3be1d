/** First element of the page, visible on focus. Links to the page's `<main id="conteudo" tabIndex={-1}>`. */
export const SkipLink = () => (
  <a
    href="#conteudo"
    className="-translate-y-20 fixed top-2 left-2 z-toast inline-flex min-h-control items-center rounded-control bg-raised px-3.5 font-medium shadow-menu focus:translate-y-0"
  >
    Pular para o conteúdo
  </a>
)
