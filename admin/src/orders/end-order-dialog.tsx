import { shopAdminRoutes } from '@twende/contract/shop/admin-shop-routes.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import type { StaffOrderMove } from '@twende/contract/shop/order-status.ts'
import { PIECE_ENDS, type PieceEnd } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { RadioField, SelectField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { ReasonField } from '../form/reason-dialog.tsx'
import { type MoveTexts, pieceEnds, type ShownMove } from './order-texts.ts'

type Ended = { move: StaffOrderMove; note: string; ends: { productId: string; as: PieceEnd }[] }

type EndOrderDialogProps = Omit<MoveTexts, 'label'> & {
  order: StaffOrder
  move: ShownMove
  yes: string
  open: boolean
  onEnd: (how: Ended) => Promise<void>
  onClose: () => void
}

const PREFIX = 'piece_'

/**
 * Ends an order that was paid: why, and for each line whether its pieces are on sale again. Of a parcel that did not arrive
 * nothing is assumed, and it may be sent again. Import it lazily.
 */
export function EndOrderDialog(props: EndOrderDialogProps) {
  const { order, move, text, usual, danger, onEnd, ...dialog } = props
  const isParcel = move === 'notArrived'
  const names = order.items.map(({ _id }) => `${PREFIX}${_id}`)
  const untouched: Record<string, string> = {
    note: '',
    next: isParcel ? '' : move,
    ...Object.fromEntries(names.map((name) => [name, isParcel ? '' : 'shelf'])),
  }
  const bodyOf = (typed: Record<string, string>): Ended => ({
    move: typed.next === 'sendAgain' ? 'sendAgain' : move,
    note: (typed.note ?? '').trim(),
    ends: order.items.map(({ _id }) => ({ productId: _id, as: endIn(typed, _id) })),
  })
  const form = useAppForm({
    defaultValues: untouched,
    bodyOf,
    schema: shopAdminRoutes['POST /api/admin/order/:orderId/move'].body,
    check: (typed) => ({
      ...Object.fromEntries(names.map((name) => [name, typed[name] ? undefined : m.admin_orders_choose()])),
      next: typed.next ? undefined : m.admin_orders_choose(),
      note: typed.note?.trim() ? undefined : m.validation_reason_missing(),
    }),
    onSubmit: onEnd,
  })
  return (
    <FormDialog form={form} {...dialog} danger={danger ?? false}>
      {isParcel && (
        <RadioField
          form={form}
          name="next"
          label={m.admin_orders_not_arrived_next()}
          options={[
            { value: 'sendAgain', label: m.admin_orders_not_arrived_send_again() },
            { value: 'notArrived', label: m.admin_orders_not_arrived_refund() },
          ]}
        />
      )}
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 text-sm font-semibold">{m.admin_orders_piece_ends()}</legend>
        {order.items.map(({ _id, name, quantity }) => (
          <SelectField
            key={_id}
            form={form}
            name={`${PREFIX}${_id}`}
            label={`${quantity} × ${name}`}
            {...(isParcel && { empty: m.admin_orders_choose() })}
            options={PIECE_ENDS.map((value) => ({ value, label: pieceEnds[value]() }))}
          />
        ))}
      </fieldset>
      <ReasonField form={form} name="note" {...text} suggestions={usual} />
    </FormDialog>
  )
}

const endIn = (typed: Record<string, string>, productId: string): PieceEnd =>
  PIECE_ENDS.find((end) => end === typed[`${PREFIX}${productId}`]) ?? 'shelf'
