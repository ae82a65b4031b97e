import { showKsh } from '@twende/contract/money.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { orderDeskRoutes } from '@twende/contract/shop/order-desk-routes.ts'
import { lastChangeAt } from '@twende/contract/shop/order-status.ts'
import { PIECE_ENDS, type PieceEnd } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { NumberField, SelectField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { wholeNumber } from '@twende/ui/form/whole-number.ts'
import { useRevalidator } from 'react-router'
import { ReasonField } from '../form/reason-dialog.tsx'
import { orderReachWords, pieceEnds } from './order-texts.ts'

const ROUTE = 'POST /api/admin/order/:orderId/take-off'

type TakeOffDialogProps = { order: StaffOrder; open: boolean; onClose: () => void }

/** Takes pieces of one line off an order, with what is owed back for them. Import it lazily. */
export function TakeOffDialog({ order, open, onClose }: TakeOffDialogProps) {
  const { revalidate } = useRevalidator()
  const isPaid = order.status !== 'pending'
  const [only] = order.items.length === 1 ? order.items : []
  const form = useAppForm({
    defaultValues: { productId: only?._id ?? '', quantity: '1', as: isPaid ? '' : 'shelf', reason: '' },
    bodyOf: (typed) => bodyOf(order, typed),
    schema: orderDeskRoutes[ROUTE].body,
    check: (typed) => ({
      productId: typed.productId === '' ? m.admin_orders_choose() : undefined,
      as: typed.as === '' ? m.admin_orders_choose() : undefined,
      quantity: tooMany(order, typed),
    }),
    onSubmit: async (body) => {
      const { message } = await call(ROUTE, { params: { orderId: order._id }, body })
      toast.success(message)
      await revalidate()
    },
  })
  const { productId, quantity } = form.watch()
  const price = order.items.find(({ _id }) => _id === productId)?.price ?? 0
  const value = price * (wholeNumber(quantity) || 0)
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_orders_take_off_title()}
      explains={
        <>
          {value > 0 && moneyWords(order, value)} {orderReachWords(order)} {m.admin_orders_take_off_final()}
        </>
      }
      yes={m.admin_orders_take_off_button()}
      danger
      onClose={onClose}
    >
      <SelectField
        form={form}
        name="productId"
        label={m.admin_orders_slip_product()}
        required
        empty={m.admin_orders_choose()}
        options={order.items.map(({ _id, name, quantity: ordered }) => ({
          value: _id,
          label: `${ordered} × ${name}`,
        }))}
      />
      <NumberField form={form} name="quantity" label={m.admin_orders_take_off_pieces()} required />
      {isPaid && (
        <SelectField
          form={form}
          name="as"
          label={m.admin_orders_piece_ends()}
          required
          empty={m.admin_orders_choose()}
          options={PIECE_ENDS.map((end) => ({ value: end, label: pieceEnds[end]() }))}
        />
      )}
      <ReasonField
        form={form}
        name="reason"
        label={m.admin_common_reason_label()}
        hint={m.admin_common_hint_customer()}
        required
        suggestions={[m.admin_orders_cancel_damaged(), m.admin_orders_take_off_asked()]}
      />
    </FormDialog>
  )
}

/** What becomes of the money for pieces of this value. */
function moneyWords({ status, amount }: StaffOrder, value: number): string {
  return status === 'pending'
    ? m.admin_orders_take_off_unpaid({ amount: showKsh(amount - value) })
    : m.admin_orders_take_off_paid({ amount: showKsh(value) })
}

function bodyOf(
  order: StaffOrder,
  typed: { productId: string; quantity: string; as: string; reason: string },
) {
  return {
    ...typed,
    as: typed.as as PieceEnd,
    quantity: wholeNumber(typed.quantity),
    lastEventAt: lastChangeAt(order),
  }
}

function tooMany(order: StaffOrder, typed: { productId: string; quantity: string }): string | undefined {
  const line = order.items.find(({ _id }) => _id === typed.productId)
  const wanted = wholeNumber(typed.quantity)
  if (!line || !(wanted >= 1)) return undefined
  if (wanted > line.quantity) return m.validation_at_most({ max: line.quantity })
  return order.items.length === 1 && wanted === line.quantity ? m.error_order_needs_a_piece() : undefined
}
