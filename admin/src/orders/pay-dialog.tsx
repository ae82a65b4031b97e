import { showKsh } from '@twende/contract/money.ts'
import { DESK_METHODS, type DeskMethod, type DeskPayment } from '@twende/contract/payments/desk-payment.ts'
import { shopAdminRoutes } from '@twende/contract/shop/admin-shop-routes.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { mayOwe } from '@twende/contract/shop/order-status.ts'
import { m } from '@twende/messages'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { PaymentFields } from '../form/admin-fields.tsx'
import { noPayment, paymentOf } from '../form/payment-values.ts'
import { sentences, toldOfMore } from '../frame/reach-words.ts'
import { orderReachWords } from './order-texts.ts'

type PayDialogProps = {
  order: StaffOrder
  open: boolean
  onPay: (how: DeskPayment) => Promise<void>
  onClose: () => void
}

/** Notes the money that staff took for an order. Import it lazily. */
export function PayDialog({ order, open, onPay, onClose }: PayDialogProps) {
  const left = order.amount - order.paid
  const form = useAppForm({
    defaultValues: noPayment,
    bodyOf: (typed) => ({ ...paymentOf<DeskMethod>(typed), move: 'pay' as const }),
    schema: shopAdminRoutes['POST /api/admin/order/:orderId/move'].body,
    refusedAt: { mpesa_code_used: 'code' },
    onSubmit: ({ move: _, ...how }) => onPay(how),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_orders_pay_title()}
      explains={sentences(explanation(order, left), toldOf(order))}
      yes={m.admin_orders_pay_button()}
      onClose={onClose}
    >
      <PaymentFields form={form} ways={DESK_METHODS} amount={left} />
    </FormDialog>
  )
}

/** An order that waits for its payment is confirmed by mail. */
const toldOf = (order: StaffOrder) => (mayOwe(order.status) ? toldOfMore() : orderReachWords(order))

function explanation({ status, paid }: StaffOrder, left: number): string {
  if (mayOwe(status)) return m.admin_orders_pay_owing_explanation({ left: showKsh(left) })
  return paid > 0
    ? m.admin_orders_pay_rest_explanation({ paid: showKsh(paid), left: showKsh(left) })
    : m.admin_orders_pay_explanation({ amount: showKsh(left) })
}
