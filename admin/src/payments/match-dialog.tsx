import { ApiError } from '@twende/contract/http/call.ts'
import { showKsh } from '@twende/contract/money.ts'
import { adminPaymentRoutes } from '@twende/contract/payments/admin-payment-routes.ts'
import type { PaymentListItem } from '@twende/contract/payments/payment-list-item.ts'
import { readReference } from '@twende/contract/payments/typed-reference.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { CheckboxField, TextField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useRevalidator } from 'react-router'
import { ReasonField } from '../form/reason-dialog.tsx'

const ROUTE = 'POST /api/admin/receipt/:receipt/match'

type MatchDialogProps = { money: PaymentListItem; open: boolean; onClose: () => void }

/** Asks what money was paid for that M-Pesa alone told us of. */
export function MatchDialog({ money, open, onClose }: MatchDialogProps) {
  const { revalidate } = useRevalidator()
  const reference = readReference(money.reference) ?? ''
  const form = useAppForm({
    defaultValues: { reference, giveBack: false, reason: '' },
    schema: adminPaymentRoutes[ROUTE].body,
    refusedAt: { purchase_not_found: 'reference', purchase_gone: 'reference' },
    onSubmit: async (body) => {
      try {
        const { message } = await call(ROUTE, { params: { receipt: money._id }, body })
        toast.success(message)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'payment_wrong_state') throw error
        toast.error(error.message)
      }
      await revalidate()
    },
  })
  const giveBack = form.watch('giveBack')
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_payments_match_title({ amount: showKsh(money.received ?? 0) })}
      explains={m.admin_payments_match_explanation({
        payer: money.payer || m.admin_payments_payer_unknown(),
        code: money.code ?? '',
      })}
      yes={giveBack ? m.admin_payments_give_back_button() : m.admin_payments_match_button()}
      danger={giveBack}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="reference"
        label={m.admin_payments_reference_label()}
        hint={giveBack ? m.admin_payments_match_own_number_hint() : m.admin_payments_reference_hint()}
        required={!giveBack}
        autoComplete="off"
        autoCapitalize="characters"
      />
      <CheckboxField form={form} name="giveBack" label={m.admin_payments_match_give_back()} />
      <ReasonField
        form={form}
        name="reason"
        label={m.admin_common_reason_label()}
        hint={giveBack ? m.admin_common_hint_customer() : m.admin_common_hint_staff()}
        required
        suggestions={[m.admin_payments_match_reason_called(), m.admin_payments_match_reason_typo()]}
      />
    </FormDialog>
  )
}
