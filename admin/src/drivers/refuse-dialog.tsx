import { type DriverRefusalReason, REFUSAL_REASONS } from '@twende/contract/drivers/driver.ts'
import { driverRoutes } from '@twende/contract/drivers/driver-routes.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { refusalReasonLabels } from '@twende/ui/drivers/driver-labels.ts'
import { RadioField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { notTold, sentences } from '../frame/reach-words.ts'

const REFUSE = 'POST /api/admin/driver/:driverId/refuse'

type RefuseDialogProps = {
  driverId: string
  name: string
  open: boolean
  onDone: () => void
  onClose: () => void
}

const usual = (): DriverRefusalReason => 'photo_unreadable'

/** Refuses papers with a reason that the customer is shown. Import it lazily. */
export function RefuseDialog({ driverId, name, ...dialog }: RefuseDialogProps) {
  const form = useAppForm({
    defaultValues: { reason: usual() },
    schema: driverRoutes[REFUSE].body,
    onSubmit: (body) => call(REFUSE, { params: { driverId }, body }),
  })
  return (
    <FormDialog
      form={form}
      {...dialog}
      title={m.admin_driver_refuse_title({ name })}
      explains={sentences(m.admin_driver_refuse_text(), notTold())}
      yes={m.admin_driver_refuse()}
      danger
      size="md"
    >
      <RadioField
        form={form}
        name="reason"
        label={m.admin_driver_refuse_reason()}
        options={REFUSAL_REASONS.map((value) => ({ value, label: refusalReasonLabels[value]() }))}
      />
    </FormDialog>
  )
}
