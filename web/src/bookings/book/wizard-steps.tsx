import { m } from '@twende/messages'
import { classes } from '@twende/ui/controls/classes.ts'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { Check } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { type Step, stepTitles } from './wizard-rules.ts'

export const placedLayout = 'mt-6 grid items-start gap-6 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10'

const STEPS = [1, 2, 3, 4] as const

/** Where one stands in the wizard: four bars, with their names where there is room. */
export function WizardSteps({ step }: { step: Step }) {
  return (
    <ol aria-label={m.book_steps_label()} className="grid grid-cols-4 gap-2 sm:gap-4">
      {STEPS.map((number) => {
        const done = number < step || step === 4
        const current = number === step
        return (
          <li key={number} aria-current={current ? 'step' : undefined} className="min-w-0">
            <span
              className={classes(
                'block h-1.5 rounded-full transition-colors duration-300',
                done || current ? 'bg-acacia' : 'bg-line',
              )}
            />
            <span className="sr-only md:not-sr-only">
              <span
                className={classes(
                  'mt-2.5 flex items-center gap-1.5 text-sm',
                  current ? 'font-semibold text-ink' : 'text-soft',
                )}
              >
                {done ? (
                  <Check aria-hidden="true" className="size-4 shrink-0 text-acacia" />
                ) : (
                  <span className="figures">{number}</span>
                )}
                {stepTitles[number]()}
                {done && <span className="sr-only"> {m.book_step_done()}</span>}
              </span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** The name of the step; it takes the focus whenever the step changes, and the page goes to its top. */
export function StepHeading({ step }: { step: Step }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const place = `${step} ${key}`
  const shown = useRef(step === 4 ? '' : place)
  // Not in an effect after the paint: a busy phone would take the focus out of the field in which a person types already.
  useLayoutEffect(() => {
    if (shown.current === place) return
    shown.current = place
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [place])
  return (
    <div>
      <p className="kicker">{m.book_step_number({ step })}</p>
      <h2 ref={heading} tabIndex={-1} className="mt-1 text-2xl outline-none sm:text-3xl">
        {stepTitles[step]()}
      </h2>
    </div>
  )
}

/** The fields of a step before they are there. */
export function FormSkeleton() {
  return (
    <div className="mt-5 grid gap-6 lg:mt-6" aria-busy="true">
      <Skeleton className="h-44 rounded-md" />
      <Skeleton className="h-44 rounded-md" />
    </div>
  )
}

/** The wizard's last step before its booking is there. */
export function PlacedSkeleton() {
  return (
    <div className={placedLayout} aria-busy="true">
      <div className="grid gap-6">
        <Skeleton className="h-16 w-72 max-w-full rounded-md" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
      <Skeleton className="h-80 rounded-lg" />
    </div>
  )
}
