import type { DisputedThing } from '@twende/contract/bookings/condition/charge-dispute.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { TextareaField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'

type DisputeDialogProps = {
  bookingId: string
  of: DisputedThing
  title: string
  question: string
  yes: string
  open: boolean
  onDone: () => void
  onClose: () => void
}

/** Why a charge of the return, what was kept of the deposit, or a fine is wrong. Import it lazily. */
export function DisputeDialog({ bookingId, of, question, onDone, ...dialog }: DisputeDialogProps) {
  const form = useAppForm({
    defaultValues: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? m.validation_dispute_reason() : undefined }),
    onSubmit: async ({ reason }) => {
      const body = { ...of, reason }
      const { message } = await call('POST /api/booking/:bookingId/dispute', { params: { bookingId }, body })
      toast.success(message)
      onDone()
    },
  })
  return (
    <FormDialog form={form} {...dialog}>
      <TextareaField form={form} name="reason" label={question} required />
    </FormDialog>
  )
}
