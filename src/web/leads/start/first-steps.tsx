import clsx from 'clsx'
import { Circle, CircleCheck, X } from 'lucide-react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'
import { firstStepsShown } from './first-steps-shown.ts'
import type { Step } from './use-first-steps.ts'

/** A separate chunk: the steps come before the first cards, and few accounts still have sample leads. */
const RemoveSamples = lazyComponent(() => import('./remove-samples.tsx'), {
  // Keeps the size of the button.
  fallback: (
    <Button size="sm" aria-hidden="true" className="invisible">
      Remover exemplos
    </Button>
  ),
})

/** Shows the first steps, if any, and names the sample leads, which a button removes. */
export default function FirstSteps({ steps, hasSamples }: { steps: Step[]; hasSamples: boolean }) {
  const isGuided = steps.length > 0
  return (
    <section
      aria-label="Primeiros passos"
      className="relative flex flex-wrap items-center gap-x-6 gap-y-1 rounded-panel border border-border bg-surface py-1.5 pr-12 pl-[min(1rem,5vw)]"
    >
      {isGuided && <Steps steps={steps} />}
      {hasSamples && (
        <span className="flex flex-wrap items-center gap-x-2 text-sm text-text2">
          Leads de exemplo no funil
          <RemoveSamples />
        </span>
      )}
      {isGuided && (
        <IconButton
          size="sm"
          label="Fechar os primeiros passos"
          icon={<X />}
          onClick={() => firstStepsShown.write('closed')}
          className="-translate-y-1/2 absolute top-5.25 right-1.5"
        />
      )}
    </section>
  )
}

/** Phones have space for the next step only. */
const Steps = ({ steps }: { steps: Step[] }) => {
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <ol className="flex min-h-7 flex-wrap items-center gap-x-5 gap-y-1 text-sm">
      {steps.map(step => (
        <li
          key={step.label}
          className={clsx(
            'flex items-center gap-1.5',
            step.isDone ? 'text-text2' : 'font-medium',
            step !== next && 'max-md:sr-only',
          )}
        >
          {step.isDone ? (
            <CircleCheck aria-hidden="true" className="text-success" />
          ) : (
            <Circle aria-hidden="true" className="text-text3" />
          )}
          {step.label}
          {step.isDone && <span className="sr-only"> (feito)</span>}
        </li>
      ))}
    </ol>
  )
}
