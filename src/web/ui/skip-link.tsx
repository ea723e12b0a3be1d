/** First thing of the page, seen when it has the focus. `target` is the id of the `<main tabIndex={-1}>`. */
export const SkipLink = ({ target = 'conteudo' }: { target?: string }) => (
  <a
    href={`#${target}`}
    className="-translate-y-20 fixed top-2 left-2 z-toast inline-flex min-h-control items-center rounded-control bg-raised px-3.5 font-medium shadow-menu focus:translate-y-0"
  >
    Pular para o conteúdo
  </a>
)
