import { type Day, isDay, nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { CalendarDays } from 'lucide-react'
import {
  type ComponentProps,
  type MouseEvent,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { serverNow } from '../api/server-clock.ts'
import { lazyWithRetry } from '../loading/lazy-with-retry.ts'
import { classes } from './classes.ts'
import { Input, useField } from './field.tsx'
import { Spinner } from './spinner.tsx'
import { readTypedDay } from './typed-day.ts'

const DateCalendar = lazyWithRetry(() => import('./date-calendar.tsx').then((module) => module.DateCalendar))

export type DateInputProps = Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'min' | 'max' | 'onChange' | 'onKeyDown'
> & {
  /** `YYYY-MM-DD`, or empty. */
  value: Day | ''
  min?: Day | undefined
  max?: Day | undefined
  /** Given a day from `min` to `max`, or empty for no text and for text that cannot be used. */
  onChange: (event: { target: { name: string | undefined; value: Day | '' } }) => void
}

/** A day to type (`22/11/2026`, `22 Nov`) or to choose from a calendar, shown in the language of the page. */
export function DateInput({ value, min, max, onChange, className, ...rest }: DateInputProps) {
  const [calendar, setCalendar] = useState<'never' | 'open' | 'closed'>('never')
  const box = useRef<HTMLSpanElement>(null)
  const field = useField()
  const give = (day: Day | '') => day !== value && onChange({ target: { name: rest.name, value: day } })
  const { shown, type, finish, choose } = useTypedDay(box, { value, min, max }, give)
  const openCalendar = (event?: MouseEvent) => {
    event?.preventDefault()
    if (event) box.current?.querySelector('button')?.focus()
    setCalendar('open')
  }
  return (
    <span ref={box} className="relative block">
      <Input
        placeholder={m.control_date_placeholder()}
        autoComplete="off"
        maxLength={40}
        {...rest}
        data-typed-day=""
        value={shown}
        className={classes('figures pr-9 max-sm:pl-3', className)}
        onChange={({ target }) => type(target.value)}
        onBlur={(event) => {
          finish()
          rest.onBlur?.(event)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') openCalendar()
          else if (event.key !== 'Enter' || finish()) return
          event.preventDefault()
        }}
        // On touch screens a tap opens the calendar, not the keyboard.
        onMouseDown={(event) => window.matchMedia('(pointer: coarse)').matches && openCalendar(event)}
      />
      <button
        type="button"
        aria-label={m.control_date_open()}
        aria-haspopup="dialog"
        disabled={rest.disabled}
        onClick={openCalendar}
        className="absolute inset-y-0.5 right-0.5 grid w-11 place-items-center rounded-md text-soft hover:bg-sand"
      >
        <CalendarDays aria-hidden="true" className="size-5" />
      </button>
      {calendar !== 'never' && (
        <Suspense fallback={<Spinner className="absolute top-3.5 right-3.5" />}>
          <DateCalendar
            {...{ value, min, max, anchor: box }}
            required={rest.required ?? field?.required ?? false}
            open={calendar === 'open'}
            onClose={() => setCalendar('closed')}
            onChoose={(day) => {
              setCalendar('closed')
              choose(day)
            }}
          />
        </Suspense>
      )}
    </span>
  )
}

type Days = Pick<DateInputProps, 'value' | 'min' | 'max'>
/** The text as typed, shown while the value is still `before` or already `day`. */
type Typed = { text: string; before: Day | ''; day: Day | ''; problem?: string | undefined }

/** What the field shows, and what the typed text gives. */
function useTypedDay(box: RefObject<HTMLElement | null>, days: Days, give: (day: Day | '') => void) {
  const { value } = days
  const [typed, setTyped] = useState<Typed>()
  if (typed && value !== typed.before && value !== typed.day) {
    // The field beside it may change value and limits: a text that has given no day yet is read again.
    const isPending = typed.problem ? !readDay(typed.text, days).problem : typed.day === typed.before
    setTyped(isPending ? { ...typed, before: value, day: value } : undefined)
  }
  const shown = typed?.text ?? (isDay(value) ? showDay(value) : '')
  const type = (text: string) => {
    const { day, problem } = readDay(text, days)
    // A year of four digits ends a date; without one, the person may still be typing.
    const given = !problem && /\d{4}/.test(text) ? day : value
    setTyped({ text, before: value, day: given })
    give(given)
  }
  /** Takes the text as it stands; false if it cannot be used. */
  const finish = () => {
    if (!typed) return true
    const { day, problem } = readDay(typed.text, days)
    setTyped(problem ? { text: typed.text, before: value, day: '', problem } : undefined)
    give(problem ? '' : day)
    return !problem
  }
  const choose = (day: Day | '') => {
    setTyped(undefined)
    give(day)
  }

  const setProblem = useField()?.setProblem
  useEffect(() => setProblem?.(typed?.problem), [setProblem, typed?.problem])
  const takeOver = useEffectEvent(() => {
    // What was typed before the scripts ran.
    const text = box.current?.querySelector('input')?.value ?? ''
    if (text !== shown) type(text)
  })
  useEffect(() => takeOver(), [])
  const readAgain = useEffectEvent(() => {
    if (!typed) return
    if (typed.problem) finish()
    else type(typed.text)
  })
  // A day that was too early or too late may fit the new limits.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what the text is read against
  useEffect(() => readAgain(), [days.min, days.max])
  return { shown, type, finish, choose }
}

function readDay(text: string, { min, max }: Days): { day: Day | ''; problem: string | undefined } {
  const day = readTypedDay(text, nairobiDay(serverNow()), max) ?? ''
  return { day, problem: text.trim() ? problemOf(day, min, max) : undefined }
}

function problemOf(day: Day | '', min: Day | undefined, max: Day | undefined): string | undefined {
  if (!day) return m.control_date_unreadable()
  if (min && day < min) return m.control_date_too_early({ day: showDay(min) })
  if (max && day > max) return m.control_date_too_late({ day: showDay(max) })
  return undefined
}
