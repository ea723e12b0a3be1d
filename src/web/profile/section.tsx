import clsx from 'clsx'
import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  text?: string
  /** For lists, which need more space than forms. */
  wide?: boolean
  children: ReactNode
}

/**
 * Shows the title to the left of the content, or above on phones. Waits for the sections above whose content may grow: a form
 * that shows at once would move away from the finger.
 */
export const Section = ({ title, text, wide = false, children }: SectionProps) => (
  <section className="[:has([data-may-grow])~&]:invisible mt-6 grid gap-x-8 gap-y-3 border-border border-t pt-6 md:grid-cols-[15rem_1fr]">
    <div>
      <h2>{title}</h2>
      {text && <p className="mt-1 text-sm text-text3">{text}</p>}
    </div>
    <div className={clsx('min-w-0', !wide && 'max-w-form')}>{children}</div>
  </section>
)
