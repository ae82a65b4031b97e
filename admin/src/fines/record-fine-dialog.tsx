import { type FineMatch, OffenceQuery } from '@twende/contract/bookings/fine.ts'
import { fineRoutes } from '@twende/contract/bookings/fine-routes.ts'
import { nairobiDay, showInstant } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { formCall } from '@twende/ui/api/file-calls.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { PhotoField } from '@twende/ui/drivers/photo-field.tsx'
import { DateField, NumberField, TextareaField, TextField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { shillingsDigits } from '@twende/ui/form/whole-number.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { reachWords } from '../frame/reach-words.ts'

const RECORD = 'POST /api/admin/fines'

type RecordFineDialogProps = { open: boolean; onClose: () => void }

/** Records a fine from its paper; shows before who is charged. Import it lazily. */
export function RecordFineDialog({ open, onClose }: RecordFineDialogProps) {
  const form = useFineForm()
  const [plate, day, time] = form.watch(['plate', 'day', 'time'])
  return (
    <FormDialog
      form={form}
      open={open}
      size="md"
      title={m.admin_fines_record_button()}
      explains={m.admin_fines_record_text()}
      yes={m.admin_fines_record_button()}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="plate"
        label={m.admin_fleet_number_plate_label()}
        hint={m.admin_fines_plate_hint()}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        figures
        required
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DateField
          form={form}
          name="day"
          label={m.admin_fines_day_label()}
          max={nairobiDay(serverNow())}
          required
        />
        <TextField form={form} name="time" label={m.admin_fines_time_label()} type="time" figures required />
      </div>
      <WhoIsCharged plate={plate} day={day} time={time} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NumberField
          form={form}
          name="amount"
          label={m.admin_fines_amount_label()}
          hint={m.admin_fines_amount_hint()}
          required
        />
        <TextField
          form={form}
          name="reference"
          label={m.admin_fines_reference_label()}
          hint={m.admin_fines_reference_hint()}
          autoComplete="off"
          optional
        />
      </div>
      <TextareaField
        form={form}
        name="note"
        label={m.admin_fines_note_label()}
        hint={m.admin_fines_note_hint()}
        rows={2}
        optional
      />
      <div className="max-w-60">
        <PhotoField form={form} name="paper" label={m.admin_fines_paper_label()} />
      </div>
    </FormDialog>
  )
}

type Photo = Blob | null
const noPhoto = (): Photo => null

function useFineForm() {
  const { revalidate } = useRevalidator()
  const attempt = useAttemptKey()
  return useAppForm({
    defaultValues: { plate: '', day: '', time: '', amount: '', reference: '', note: '', paper: noPhoto() },
    bodyOf: ({ paper: _, amount, ...typed }) => ({ ...typed, amount: shillingsDigits(amount) }),
    schema: fineRoutes[RECORD].body,
    check: ({ paper }) => ({ paper: paper ? undefined : m.error_fine_paper_missing() }),
    refusedAt: {
      fine_car_unknown: 'plate',
      fine_in_future: 'day',
      fine_recorded_already: 'reference',
      fine_paper_missing: 'paper',
      picture_without_detail: 'paper',
    },
    onSubmit: async (body, { paper }) => {
      const idempotencyKey = attempt.keyOf({ body, size: paper?.size })
      const photos = new Map(paper ? [['paper', paper] as const] : [])
      const send = () => formCall(photos)(RECORD, { body }, { idempotencyKey })
      const { message } = await send()
      attempt.done()
      toast.success(message)
      await revalidate()
    },
  })
}

/** While a field is being typed, nothing is asked. */
const TYPING_MS = 300

type OffenceProps = { plate: string; day: string; time: string }

/** Which customer a fine would be charged to, once plate, day and time are typed. */
function WhoIsCharged({ plate, day, time }: OffenceProps) {
  const [found, setFound] = useState<{ match: FineMatch } | { problem: string }>()
  useEffect(() => {
    setFound(undefined)
    const query = { plate, day, time }
    if (!OffenceQuery.safeParse(query).success) return
    const aborter = new AbortController()
    const ask = () =>
      call('GET /api/admin/fine-match', { query }, { signal: aborter.signal }).then(
        ({ data }) => setFound({ match: data }),
        (error: unknown) => {
          // Without an answer nothing is shown; the server finds it again when the fine is recorded.
          if (error instanceof ApiError && error.status === 400) setFound({ problem: error.message })
        },
      )
    const timer = setTimeout(() => void ask(), TYPING_MS)
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [plate, day, time])
  return (
    <div role="status">
      {found && (
        <p
          className={`rounded-md px-4 py-3 break-words ${'match' in found && found.match.rental ? 'bg-acacia-tint text-acacia-deep' : 'bg-sunrise-tint text-sunrise-ink'}`}
        >
          {'match' in found ? matchWords(found.match) : found.problem}
        </p>
      )}
    </div>
  )
}

function matchWords({ car, rental }: FineMatch): ReactNode {
  if (!car) return m.error_fine_car_unknown()
  if (!rental) return m.admin_fines_match_none({ car: car.name })
  const { customer, reference } = rental
  const known = { car: car.name, customer, reference, from: showInstant(rental.from) }
  const charged =
    rental.until === null
      ? m.admin_fines_match_rental_out(known)
      : m.admin_fines_match_rental({ ...known, until: showInstant(rental.until) })
  return (
    <>
      {charged} {reachWords(rental.reach)}
    </>
  )
}
