import { shopAdminRoutes } from '@twende/contract/shop/admin-shop-routes.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import type { StaffOrderMove } from '@twende/contract/shop/order-status.ts'
import { PIECE_ENDS, type PieceEnd } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { SelectField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { ReasonField } from '../form/reason-dialog.tsx'
import type { MoveTexts } from './order-texts.ts'

type EndOrderDialogProps = Omit<MoveTexts, 'label'> & {
  order: StaffOrder
  move: StaffOrderMove
  yes: string
  open: boolean
  onEnd: (how: { note: string; ends: { productId: string; as: PieceEnd }[] }) => Promise<void>
  onClose: () => void
}

const ends: Record<PieceEnd, () => string> = {
  shelf: m.admin_orders_piece_shelf,
  damaged: m.admin_orders_piece_damaged,
  missing: m.admin_orders_piece_missing,
}

const PREFIX = 'piece_'

/** Ends an order that was paid: why, and for each line whether its pieces are on sale again. Import it lazily. */
export function EndOrderDialog(props: EndOrderDialogProps) {
  const { order, move, text, usual, danger, onEnd, ...dialog } = props
  const untouched: Record<string, string> = {
    note: '',
    ...Object.fromEntries(order.items.map(({ _id }) => [`${PREFIX}${_id}`, 'shelf'])),
  }
  const form = useAppForm({
    defaultValues: untouched,
    bodyOf: (typed) => ({
      move,
      note: typed.note ?? '',
      ends: order.items.map(({ _id }) => ({ productId: _id, as: endIn(typed, _id) })),
    }),
    schema: shopAdminRoutes['POST /api/admin/order/:orderId/move'].body,
    check: ({ note = '' }) => ({ note: note.trim() === '' ? m.validation_reason_missing() : undefined }),
    onSubmit: (_, typed) =>
      onEnd({
        note: (typed.note ?? '').trim(),
        ends: order.items.map(({ _id }) => ({ productId: _id, as: endIn(typed, _id) })),
      }),
  })
  const options = PIECE_ENDS.map((value) => ({ value, label: ends[value]() }))
  return (
    <FormDialog form={form} {...dialog} danger={danger ?? false}>
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 text-sm font-semibold">{m.admin_orders_piece_ends()}</legend>
        {order.items.map(({ _id, name, quantity }) => (
          <SelectField
            key={_id}
            form={form}
            name={`${PREFIX}${_id}`}
            label={`${quantity} × ${name}`}
            options={options}
          />
        ))}
      </fieldset>
      <ReasonField form={form} name="note" {...text} suggestions={usual} />
    </FormDialog>
  )
}

const endIn = (typed: Record<string, string>, productId: string): PieceEnd =>
  PIECE_ENDS.find((end) => end === typed[`${PREFIX}${productId}`]) ?? 'shelf'
