import type { ReturnCharge } from '@twende/contract/bookings/condition/charge-dispute.ts'
import { chargeLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { TextareaField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'

type DisputeDialogProps = {
  bookingId: string
  place: number
  charge: ReturnCharge
  open: boolean
  onDone: () => void
  onClose: () => void
}

/** Why a charge of the return is wrong. Import it lazily. */
export function DisputeDialog({ bookingId, place, charge, open, onDone, onClose }: DisputeDialogProps) {
  const form = useAppForm({
    defaultValues: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? m.validation_dispute_reason() : undefined }),
    onSubmit: async ({ reason }) => {
      const body = { charge: place, reason }
      const { message } = await call('POST /api/booking/:bookingId/dispute', { params: { bookingId }, body })
      toast.success(message)
      onDone()
    },
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.condition_dispute_title({ charge: chargeLabel(charge) })}
      yes={m.condition_dispute_button()}
      onClose={onClose}
    >
      <TextareaField form={form} name="reason" label={m.condition_dispute_reason()} required />
    </FormDialog>
  )
}
