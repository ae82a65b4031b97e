import { classes } from '@twende/ui/controls/classes.ts'
import { Check } from 'lucide-react'
import { type Step, WIZARD_STEPS } from './wizard-rules.ts'

/** Where one stands in the wizard: four bars, with their names where there is room. */
export function WizardSteps({ step }: { step: Step }) {
  return (
    <ol aria-label="Steps of booking" className="grid grid-cols-4 gap-2 sm:gap-4">
      {WIZARD_STEPS.map((name, at) => {
        const number = at + 1
        const done = number < step || step === 4
        const current = number === step
        return (
          <li key={name} aria-current={current ? 'step' : undefined} className="min-w-0">
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
                {name}
                {done && <span className="sr-only"> (done)</span>}
              </span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
