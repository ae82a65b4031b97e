import { showKsh } from '@twende/contract/money.ts'
import { shopAdminRoutes } from '@twende/contract/shop/admin-shop-routes.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { m } from '@twende/messages'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { MpesaCodeField, SuggestionsField, usualWaysToPay } from '../form/admin-fields.tsx'

type PayDialogProps = {
  order: StaffOrder
  open: boolean
  onPay: (how: { note: string; code: string }) => Promise<void>
  onClose: () => void
}

/** Notes the money that staff took for an order. Import it lazily. */
export function PayDialog({ order, open, onPay, onClose }: PayDialogProps) {
  const form = useAppForm({
    defaultValues: { code: '', note: '' },
    bodyOf: (typed) => ({ ...typed, move: 'pay' }),
    schema: shopAdminRoutes['POST /api/admin/order/:orderId/move'].body,
    check: ({ code, note }) => ({
      note: code === '' && note.trim() === '' ? m.admin_orders_pay_note_missing() : undefined,
    }),
    refusedAt: { mpesa_code_used: 'code' },
    onSubmit: (_, typed) => onPay(typed),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_orders_pay_title()}
      explains={m.admin_orders_pay_explanation({ amount: showKsh(order.amount) })}
      yes={m.admin_orders_pay_button()}
      onClose={onClose}
    >
      <MpesaCodeField form={form} name="code" hint={m.admin_orders_pay_code_hint()} deps={['note']} />
      <SuggestionsField
        form={form}
        name="note"
        label={m.admin_orders_pay_note_label()}
        required={form.watch('code') === ''}
        suggestions={usualWaysToPay()}
      />
    </FormDialog>
  )
}
