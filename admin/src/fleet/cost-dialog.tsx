import { nairobiDay } from '@twende/contract/calendar-day.ts'
import {
  COST_KINDS,
  type CostKind,
  carCostRoutes,
  costKindLabels,
} from '@twende/contract/cars/car-cost-routes.ts'
import { m } from '@twende/messages'
import { formCall } from '@twende/ui/api/file-calls.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { DateField, NumberField, SelectField, TextareaField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { shillingsDigits } from '@twende/ui/form/whole-number.ts'
import { filesOf, type Scan, ScanField, scanKey } from '../form/scan-field.tsx'

const ROUTE = 'POST /api/admin/car/:carId/costs'

type CostValues = { kind: CostKind | ''; amount: string; day: string; note: string; scan: Scan | null }

type CostDialogProps = {
  carId: string
  onDone: (message: string) => Promise<void>
  onClose: () => void
}

/** Records what was paid for a car. Import it lazily. */
export function CostDialog({ carId, onDone, onClose }: CostDialogProps) {
  const attempt = useAttemptKey()
  const today = nairobiDay(serverNow())
  const defaultValues: CostValues = { kind: '', amount: '', day: today, note: '', scan: null }
  const form = useAppForm({
    defaultValues,
    bodyOf: ({ kind, amount, day, note }: CostValues) => ({
      kind,
      amount: shillingsDigits(amount),
      day,
      note,
    }),
    schema: carCostRoutes[ROUTE].body,
    check: ({ day }) => ({ day: day > today ? m.validation_day_ahead() : undefined }),
    onSubmit: async ({ kind, ...body }, { scan }) => {
      if (kind === '') return
      const request = { params: { carId }, body: { ...body, kind } }
      const idempotencyKey = attempt.keyOf([request, scanKey(scan)])
      const { message } = await formCall(filesOf(scan))(ROUTE, request, { idempotencyKey })
      await onDone(message)
    },
  })
  return (
    <FormDialog
      form={form}
      open
      size="md"
      title={m.admin_costs_add()}
      yes={m.admin_costs_save()}
      onClose={onClose}
    >
      <SelectField
        form={form}
        name="kind"
        label={m.admin_costs_kind_label()}
        required
        empty={m.admin_costs_kind_choose()}
        options={COST_KINDS.map((value) => ({ value, label: costKindLabels[value]() }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField form={form} name="amount" label={m.admin_costs_amount_label()} required />
        <DateField form={form} name="day" label={m.admin_costs_day_label()} required />
      </div>
      <TextareaField form={form} name="note" label={m.admin_costs_note_label()} rows={2} optional />
      <ScanField form={form} name="scan" label={m.admin_costs_scan_label()} optional />
    </FormDialog>
  )
}
