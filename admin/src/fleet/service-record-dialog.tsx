import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { serviceRoutes } from '@twende/contract/cars/service-routes.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { DateField, NumberField, TextareaField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { typedShillings, wholeNumber } from '@twende/ui/form/whole-number.ts'

const ROUTE = 'POST /api/admin/car/:carId/service-records'

type RecordValues = { km: string; day: string; amount: string; note: string }

type ServiceRecordDialogProps = {
  carId: string
  odometer: number | null
  onDone: (message: string) => Promise<void>
  onClose: () => void
}

/** Records a service that was done. Import it lazily. */
export function ServiceRecordDialog({ carId, odometer, onDone, onClose }: ServiceRecordDialogProps) {
  const attempt = useAttemptKey()
  const today = nairobiDay(serverNow())
  const defaultValues: RecordValues = {
    km: odometer === null ? '' : String(odometer),
    day: today,
    amount: '',
    note: '',
  }
  const form = useAppForm({
    defaultValues,
    bodyOf: ({ km, day, amount, note }: RecordValues) => ({
      km: wholeNumber(km),
      day,
      amount: amount.trim() === '' ? null : typedShillings(amount),
      note,
    }),
    schema: serviceRoutes[ROUTE].body,
    check: ({ day }) => ({ day: day > today ? m.validation_day_ahead() : undefined }),
    onSubmit: async (body) => {
      const request = { params: { carId }, body }
      const { message } = await call(ROUTE, request, { idempotencyKey: attempt.keyOf(request) })
      await onDone(message)
    },
  })
  return (
    <FormDialog
      form={form}
      open
      size="md"
      title={m.admin_service_record()}
      explains={m.admin_service_record_text()}
      yes={m.admin_service_record_save()}
      onClose={onClose}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NumberField
          form={form}
          name="km"
          label={m.admin_service_km_label()}
          hint={m.admin_service_km_hint()}
          required
        />
        <DateField form={form} name="day" label={m.admin_costs_day_label()} required />
      </div>
      <NumberField
        form={form}
        name="amount"
        label={m.admin_costs_amount_label()}
        hint={m.admin_service_amount_hint()}
        optional
        className="sm:max-w-60"
      />
      <TextareaField form={form} name="note" label={m.admin_costs_note_label()} rows={2} optional />
    </FormDialog>
  )
}
