import type { DisputeDecision, DisputedThing } from '@twende/contract/bookings/condition/charge-dispute.ts'
import { disputeRoutes } from '@twende/contract/bookings/condition/dispute-routes.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { CustomerReach } from '@twende/contract/notifications/customer-reach.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { NumberField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { typedShillings } from '@twende/ui/form/whole-number.ts'
import { ReasonField } from '../form/reason-dialog.tsx'
import { reachWords, sentences } from '../frame/reach-words.ts'
import type { Act } from './use-booking-action.ts'

const DECIDE = 'POST /api/admin/booking/:bookingId/dispute/decide'

/** A charge, a kept part or a fine that is disputed, by its name. */
export type DisputedItem = {
  of: DisputedThing
  label: string
  /** Of a kept part: whether the rest of the deposit went back already. */
  isSettled?: boolean
}

type DecideDisputeDialogProps = {
  bookingId: string
  item: DisputedItem
  /** What is disputed, in shillings. */
  amount: number
  decision: DisputeDecision
  reach: CustomerReach
  act: Act
  open: boolean
  onClose: () => void
}

/** Keeps what is disputed, or withdraws it in full or in part. Import it lazily. */
export function DecideDisputeDialog(props: DecideDisputeDialogProps) {
  const { item, amount, decision, open, onClose } = props
  const form = useDecideForm(props)
  const words = wordsFor(item, decision, showKsh(amount))
  const isKept = decision === 'kept'
  const isPart = !isKept && typedShillings(form.watch('amount')) !== amount
  // The record of a withdrawn fine says why.
  const isFine = item.of.fine !== undefined
  return (
    <FormDialog
      form={form}
      open={open}
      title={words.title}
      explains={sentences(words.text, reachWords(props.reach), m.admin_dispute_final())}
      yes={words.yes}
      onClose={onClose}
    >
      {!isKept && (
        <NumberField form={form} name="amount" label={words.amountLabel} hint={words.amountHint} required />
      )}
      <ReasonField
        form={form}
        name="reason"
        label={m.admin_dispute_answer_label()}
        required={isKept || isPart || isFine}
      />
    </FormDialog>
  )
}

function useDecideForm({ bookingId, item, amount, decision, act }: DecideDisputeDialogProps) {
  const isKept = decision === 'kept'
  return useAppForm({
    defaultValues: { amount: String(amount), reason: '' },
    bodyOf: ({ amount: typed, reason }) => {
      const withdrawn = typedShillings(typed)
      const part = isKept || withdrawn === amount ? {} : { amount: withdrawn }
      return { ...item.of, decision, ...part, reason }
    },
    schema: disputeRoutes[DECIDE].body,
    check: ({ amount: typed }) => ({
      amount:
        !isKept && Number(typedShillings(typed)) > amount
          ? m.error_dispute_amount_above_by({ amount: showKsh(amount) })
          : undefined,
    }),
    refusedAt: { dispute_amount_above: 'amount' },
    onSubmit: (body) => act(() => call(DECIDE, { params: { bookingId }, body })),
  })
}

function wordsFor({ of, label: charge, isSettled }: DisputedItem, decision: DisputeDecision, amount: string) {
  if (of.fine !== undefined) {
    return {
      ...(decision === 'kept'
        ? {
            title: m.admin_dispute_fine_keep_title({ charge }),
            text: m.admin_dispute_fine_keep_text({ amount }),
            yes: m.admin_dispute_fine_keep_button(),
          }
        : {
            title: m.admin_dispute_fine_withdraw_title({ charge }),
            text: m.admin_dispute_fine_withdraw_text(),
            yes: m.admin_dispute_fine_withdraw_button(),
          }),
      amountLabel: m.admin_dispute_amount_label(),
      amountHint: m.admin_dispute_amount_hint({ amount }),
    }
  }
  if (of.keptPart === undefined) {
    return {
      ...(decision === 'kept'
        ? {
            title: m.admin_dispute_keep_title({ charge }),
            text: m.admin_dispute_keep_text({ amount }),
            yes: m.admin_dispute_keep_button(),
          }
        : {
            title: m.admin_dispute_withdraw_title({ charge }),
            text: m.admin_dispute_withdraw_text(),
            yes: m.admin_dispute_withdraw_button(),
          }),
      amountLabel: m.admin_dispute_amount_label(),
      amountHint: m.admin_dispute_amount_hint({ amount }),
    }
  }
  return {
    ...(decision === 'kept'
      ? {
          title: m.admin_dispute_part_keep_title({ charge }),
          text: m.admin_dispute_part_keep_text({ amount }),
          yes: m.admin_dispute_part_keep_button(),
        }
      : {
          title: m.admin_dispute_part_give_back_title({ charge }),
          text: isSettled
            ? m.admin_dispute_part_give_back_text_settled()
            : m.admin_dispute_part_give_back_text(),
          yes: m.admin_dispute_part_give_back_button(),
        }),
    amountLabel: m.admin_dispute_part_amount_label(),
    amountHint: m.admin_dispute_part_amount_hint({ amount }),
  }
}
