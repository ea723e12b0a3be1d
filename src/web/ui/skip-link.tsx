import { buttonClass } from './button-styles.ts'

/** First thing of the page; `target` is the id of the `<main tabIndex={-1}>`. */
export const SkipLink = ({ target = 'conteudo' }: { target?: string }) => (
  <a
    href={`#${target}`}
    className={`${buttonClass()} sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-toast`}
  >
    Pular para o conteúdo
  </a>
)
