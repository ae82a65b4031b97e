import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { type Step, WIZARD_STEPS } from './wizard-rules.ts'

/** The name of the step; it takes the focus whenever the step changes, and the page goes to its top. */
export function StepHeading({
  step,
  title = WIZARD_STEPS[step - 1],
}: {
  step: Step
  title?: string | undefined
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const place = `${step} ${key}`
  const shown = useRef(step === 4 ? '' : place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [place])
  return (
    <div>
      <p className="kicker">Step {step} of 4</p>
      <h2 ref={heading} tabIndex={-1} className="mt-1 text-2xl outline-none sm:text-3xl">
        {title}
      </h2>
    </div>
  )
}
