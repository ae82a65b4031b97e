import { type Day, isDay, nairobiDay } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { Popover } from 'radix-ui'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { DayPicker } from 'react-day-picker'
import { serverNow } from '../api/server-clock.ts'
import { Button } from './button.tsx'
import { asDate, calendarClasses, calendarTheme, dayOf } from './calendar-theme.tsx'
import { Dialog } from './dialog.tsx'
import { useReturnFocus } from './use-return-focus.ts'

type CalendarProps = {
  value: Day | ''
  min: Day | undefined
  max: Day | undefined
  required: boolean
  onChoose: (day: Day | '') => void
}

type DateCalendarProps = CalendarProps & {
  anchor: RefObject<HTMLElement | null>
  open: boolean
  onClose: () => void
}

/** The calendar of a date field: below the field on wide screens, a dialog on phones. */
export function DateCalendar({ anchor, open, onClose, ...calendar }: DateCalendarProps) {
  const focus = useReturnFocus()
  const title = useId()
  const onOpenChange = (isOpen: boolean) => !isOpen && onClose()
  if (!window.matchMedia('(min-width: 640px)').matches) {
    return (
      <Dialog open={open} onOpenChange={onOpenChange} title={m.control_date_title()} size="sm">
        <Calendar {...calendar} />
      </Dialog>
    )
  }
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange} modal>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Popover.Portal>
        <Popover.Content
          {...focus}
          aria-labelledby={title}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 w-84 rounded-lg border border-line bg-paper p-3 shadow-lift outline-none data-[state=open]:animate-appear"
        >
          <h2 id={title} className="sr-only">
            {m.control_date_title()}
          </h2>
          <Calendar {...calendar} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const chosen = '[&>button]:bg-acacia [&>button]:text-paper [&>button]:hover:bg-acacia-deep'

const classNames = {
  ...calendarClasses,
  root: 'relative select-none',
  months: '',
  month_grid: 'w-full table-fixed border-collapse',
  weekday: 'h-11 overflow-hidden text-sm font-normal text-soft',
  day_button: `${calendarClasses.day_button} mx-auto w-full max-w-11`,
  selected: chosen,
}

function Calendar({ value, min, max, required, onChoose }: CalendarProps) {
  const today = nairobiDay(serverNow())
  const isOutside = (day: Day) => (min !== undefined && day < min) || (max !== undefined && day > max)
  const selected = isDay(value) ? value : ''
  const nearest = min && min > today ? min : max && max < today ? max : today
  const box = useFirstFocus()
  return (
    <div ref={box}>
      <DayPicker
        {...calendarTheme()}
        classNames={classNames}
        mode="single"
        required
        selected={selected ? asDate(selected) : undefined}
        onSelect={(date: Date) => onChoose(dayOf(date))}
        defaultMonth={asDate(selected || nearest)}
        startMonth={min ? asDate(min) : undefined}
        {...(max ? { endMonth: asDate(max) } : {})}
        disabled={(date) => isOutside(dayOf(date))}
      />
      <div className="mt-2 flex justify-between gap-2 border-t border-line pt-2">
        <Button variant="quiet" size="sm" disabled={isOutside(today)} onClick={() => onChoose(today)}>
          {m.control_date_today()}
        </Button>
        {!required && value && (
          <Button variant="quiet" size="sm" onClick={() => onChoose('')}>
            {m.control_date_clear()}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The focus goes to the chosen day, once the dialog has noted where it was before. */
function useFirstFocus() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>('td button[tabindex="0"]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [])
  return box
}
