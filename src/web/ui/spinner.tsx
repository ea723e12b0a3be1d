import clsx from 'clsx'
import { LoaderCircle } from 'lucide-react'
import { useLoadingNote } from './slow-note.tsx'

export const SpinnerIcon = ({ className }: { className?: string }) => (
  <LoaderCircle aria-hidden="true" className={clsx('animate-spin', className)} />
)

export const Spinner = ({ text = 'Carregando...', className }: { text?: string; className?: string }) => {
  const note = useLoadingNote()
  return (
    <p role="status" className={clsx('inline-flex flex-wrap items-center gap-2 text-text2', className)}>
      <SpinnerIcon />
      {text}
      {note && <span className="basis-full">{note}</span>}
    </p>
  )
}

/** Appears after a delay, so that a fast response causes no flash. */
export const PageSpinner = ({ text }: { text?: string }) => (
  <div className="grid min-h-[60dvh] animate-appear-late place-items-center p-6">
    <Spinner {...(text === undefined ? {} : { text })} />
  </div>
)
