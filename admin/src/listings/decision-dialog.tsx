import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { listingAdminRoutes } from '@twende/contract/listings/admin-listing-routes.ts'
import type { AdminListingDetail } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { NumberField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { typedShillings, wholeNumber } from '@twende/ui/form/whole-number.ts'
import { ReasonField } from '../form/reason-dialog.tsx'
import { sellerReachWords, sentences } from '../frame/reach-words.ts'
import { decisionTexts } from './decision-texts.ts'
import type { Decision } from './listing-status-label.ts'

const USUAL_DAYS = 7

/** What was typed: the reason or note, what arrived, and how many days are given. */
export type TypedDecision = { text: string; amount: number | undefined; days: number }

type DecisionDialogProps = {
  listing: AdminListingDetail
  decision: Decision
  open: boolean
  onDecide: (typed: TypedDecision) => Promise<void>
  onClose: () => void
}

const routes = {
  approve: 'POST /api/admin/listing/:listingId/approve-payment',
  refuse: 'POST /api/admin/listing/:listingId/reject-payment',
  verify: 'POST /api/admin/listing/:listingId/verify',
  acceptName: 'POST /api/admin/listing/:listingId/verify',
  approveEdit: 'POST /api/admin/listing/:listingId/approve-edit',
  refuseEdit: 'POST /api/admin/listing/:listingId/refuse-edit',
  sendBack: 'POST /api/admin/listing/:listingId/reject',
  giveMoneyBack: 'POST /api/admin/listing/:listingId/give-money-back',
  suspend: 'POST /api/admin/listing/:listingId/suspend',
  restore: 'POST /api/admin/listing/:listingId/restore',
  extend: 'POST /api/admin/listing/:listingId/extend',
  takeDaysBack: 'POST /api/admin/listing/:listingId/take-days-back',
  correctPayment: 'POST /api/admin/listing/:listingId/correct-payment',
  closeReports: 'POST /api/admin/listing/:listingId/close-reports',
} as const satisfies Record<Decision, keyof typeof listingAdminRoutes>

/** What a decision does, and by which way the seller hears of it. A refused payment is answered at the address given with it. */
function explanation({ owner, paymentProof }: AdminListingDetail, decision: Decision): readonly string[] {
  const { explains, told } = decisionTexts[decision]()
  if (!told) return [explains]
  const email = (decision === 'refuse' && paymentProof?.email) || owner.email
  return sentences(explains, sellerReachWords({ ...owner, email }, { mutable: told === 'mutable' }))
}

/** Asks before one decision on a listing. Import it lazily. */
export function DecisionDialog({ listing, decision, open, onDecide, onClose }: DecisionDialogProps) {
  const { text, title, label, danger, usual } = decisionTexts[decision]()
  const { paymentProof } = listing
  const counts = decision === 'correctPayment' ? listing.payment.amount : undefined
  const suggested = counts ?? paymentProof?.amountRead ?? paymentProof?.amountTyped ?? ''
  const name = text.required ? 'reason' : 'note'
  const days = decision === 'takeDaysBack' ? Math.min(USUAL_DAYS, listing.freeDays) : USUAL_DAYS
  const form = useAppForm({
    defaultValues: { amount: String(suggested), days: String(days), reason: '', note: '' },
    bodyOf: ({ reason, note, amount, days }) => ({
      reason,
      note,
      amount: amount === '' ? undefined : typedShillings(amount),
      days: wholeNumber(days),
      editId: listing.edit?.id,
      code: listing.payment.code ?? '',
    }),
    schema: listingAdminRoutes[routes[decision]].body,
    onSubmit: ({ amount, days }, typed) => onDecide({ text: typed[name].trim(), amount, days }),
  })
  const hint = text.seenBySeller ? m.admin_listings_hint_seller() : m.admin_common_hint_staff()
  return (
    <FormDialog
      form={form}
      open={open}
      title={title}
      explains={explanation(listing, decision)}
      yes={label}
      danger={danger ?? false}
      onClose={onClose}
    >
      {decision === 'approve' && (
        <NumberField
          form={form}
          name="amount"
          label={m.admin_listings_amount_label()}
          hint={
            paymentProof &&
            keepAmounts(m.admin_listings_amount_hint({ amount: showKsh(paymentProof.amountTyped) }))
          }
        />
      )}
      {counts !== undefined && (
        <NumberField
          form={form}
          name="amount"
          label={m.admin_listings_amount_label()}
          hint={keepAmounts(m.admin_listings_correct_counts({ amount: showKsh(counts) }))}
        />
      )}
      {(decision === 'extend' || decision === 'takeDaysBack') && (
        <NumberField form={form} name="days" label={m.admin_listings_days_label()} />
      )}
      <ReasonField
        form={form}
        name={name}
        label={text.label}
        hint={hint}
        required={text.required}
        suggestions={usual}
      />
    </FormDialog>
  )
}
