import type { CalendarCar } from '@twende/contract/bookings/admin-booking.ts'
import { showDay } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { Choices } from '@twende/ui/controls/choices.tsx'
import { DateField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import type { AppForm } from '@twende/ui/form/use-app-form.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useWalkInForm, WalkInFields } from '../bookings/walk-in-dialog.tsx'
import { HourField, SuggestionsField } from '../form/admin-fields.tsx'
import { type BlockInput, useBlockForm } from './block-dialog.tsx'
import { type Days, freeStretch } from './day-cells.ts'

const usualReasons = () => [
  m.admin_calendar_reason_service(),
  m.admin_calendar_reason_repair(),
  m.admin_calendar_reason_tyres(),
  m.admin_calendar_reason_cleaning(),
  m.admin_calendar_reason_inspection(),
]

type KeepDaysDialogProps = { open: boolean; car: CalendarCar; days: Days; onClose: () => void }

const kinds = [
  { value: 'walkIn', label: m.admin_calendar_kind_walk_in },
  { value: 'block', label: m.admin_calendar_block_button },
] as const

/** What the chosen days of a car are for: somebody at the counter, or the garage. */
export function ChosenDaysDialog({ open, car, days, onClose }: KeepDaysDialogProps) {
  const [kind, setKind] = useState<'walkIn' | 'block'>('walkIn')
  const [stretch] = useState(() => freeStretch(car.spans, days, serverNow()))
  const { revalidate } = useRevalidator()
  const { startDate, startTime: pickupTime, endDate, endTime: dropoffTime } = stretch
  const known = { carId: car._id, startDate, pickupTime, endDate, dropoffTime }
  const walkIn = useWalkInForm({ known, cars: [car], onBooked: () => void revalidate() })
  const block = useBlockForm(car._id, stretch, revalidate)
  const choice = (
    <Choices
      legend={m.admin_calendar_kind_legend()}
      legendHidden
      look="segments"
      choices={kinds.map(({ value, label }) => ({ value, label: label() }))}
      value={kind}
      onChange={setKind}
    />
  )
  const dialog = {
    open,
    title: car.name,
    explains:
      days.first === days.last
        ? showDay(days.first)
        : m.admin_calendar_period({ from: showDay(days.first), to: showDay(days.last) }),
    size: 'md' as const,
    onClose,
  }
  return kind === 'block' ? (
    <FormDialog {...dialog} form={block} yes={m.admin_calendar_block_button()}>
      {choice}
      <BlockFields form={block} />
    </FormDialog>
  ) : (
    <FormDialog {...dialog} form={walkIn} yes={m.admin_bookings_book_button()}>
      {choice}
      <WalkInFields form={walkIn} cars={[car]} />
    </FormDialog>
  )
}

/** From when to when a car is kept off the road, and why. */
function BlockFields({ form }: { form: AppForm<BlockInput> }) {
  const deps = ['endDate']
  return (
    <>
      <div className="grid grid-cols-[3fr_2fr] items-start gap-3">
        <DateField form={form} name="startDate" label={m.admin_calendar_from()} required deps={deps} />
        <HourField form={form} name="startTime" label={m.admin_calendar_from_time()} deps={deps} />
        <DateField
          form={form}
          name="endDate"
          label={m.admin_calendar_until()}
          required
          min={form.watch('startDate')}
        />
        <HourField form={form} name="endTime" label={m.admin_calendar_until_time()} deps={deps} />
      </div>
      <SuggestionsField
        form={form}
        name="reason"
        label={m.admin_calendar_reason_label()}
        required
        suggestions={usualReasons()}
      />
    </>
  )
}
