import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import {
  type ListingPlan,
  type ListingPlans,
  type PaidTime,
  paidTimeLabel,
  planLabel,
  planPaidBy,
  renewedEnd,
  timePaidBy,
} from '@twende/contract/listings/listing-plan.ts'
import { readShillings, showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Choices } from '@twende/ui/controls/choices.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { useState } from 'react'
import { isUnpaid, paidBefore, showDayOf } from './own-listing-format.ts'
import { RenewByMessage } from './renew-by-message.tsx'
import { RenewByPhone } from './renew-by-phone.tsx'
import { RenewPaymentStatus } from './renew-payment-status.tsx'

type RenewListingDialogProps = {
  listing: OwnListing
  open: boolean
  onChange: () => Promise<void>
  onClose: () => void
}

/** Paying for a listing: the first time, again after a refused payment, or for more months. */
export function RenewListingDialog({ listing, open, onChange, onClose }: RenewListingDialogProps) {
  // Paying turns the one into the other, under the eyes of the payer.
  const [wasUnpaid, setWasUnpaid] = useState(isUnpaid(listing))
  if (!open && wasUnpaid !== isUnpaid(listing)) setWasUnpaid(isUnpaid(listing))
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={wasUnpaid ? m.renew_title_first() : m.renew_title()}
      description={listing.name}
      size="sm"
    >
      {open ? (
        <Paying key={listing._id} listing={listing} onChange={onChange} onClose={onClose} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </Dialog>
  )
}

/** What has begun: a request to a phone, or a message that was sent with this code. */
type Begun = { way: 'phone' } | { way: 'message'; code: string | null }

function Paying({ listing, onChange, onClose }: Omit<RenewListingDialogProps, 'open'>) {
  const { plan, choose, amount, setAmount } = usePlan(listing)
  // What is missing of a plan was paid by hand, and is completed by hand.
  const [way, setWay] = useState<Begun['way']>(paidBefore(listing) > 0 ? 'message' : 'phone')
  const [begun, setBegun] = useState<Begun>()
  const startOver = () => setBegun(undefined)

  if (begun?.way === 'message') {
    return <RenewPaymentStatus listing={listing} code={begun.code} onAgain={startOver} onClose={onClose} />
  }
  return (
    <div className="grid gap-7">
      {!begun && (
        <>
          <PaymentReason listing={listing} />
          <RenewPlanChoice
            listing={listing}
            plan={plan}
            paid={way === 'message' ? amount : undefined}
            onChange={choose}
          />
          <Choices
            legend={m.sell_pay_how()}
            choices={[
              { value: 'phone', label: m.sell_pay_by_phone() },
              { value: 'message', label: m.sell_pay_by_message() },
            ]}
            value={way}
            onChange={setWay}
          />
        </>
      )}
      {way === 'phone' ? (
        <RenewByPhone
          listing={listing}
          plan={plan}
          phone={showPhone(listing.contactInfo.phone)}
          onBegin={() => setBegun({ way: 'phone' })}
          onStartOver={startOver}
          onChange={onChange}
          onClose={onClose}
        />
      ) : (
        <RenewByMessage
          listing={listing}
          amount={amount}
          onAmount={setAmount}
          onSent={({ payment }) => {
            setBegun({ way: 'message', code: payment.code })
            void onChange()
          }}
        />
      )}
    </div>
  )
}

/** The plan and what is paid for it; a message that names another amount chooses the plan that it pays for. */
function usePlan(listing: OwnListing) {
  const { listingPlans } = useSettings()
  const [months, setMonths] = useState(listingPlans[0].months)
  const plan = listingPlans.find((one) => one.months === months) ?? listingPlans[0]
  const [amount, setAmount] = useState(String(plan.price - paidBefore(listing)))
  return {
    plan,
    amount,
    choose(next: ListingPlan) {
      setMonths(next.months)
      setAmount(String(next.price - paidBefore(listing)))
    },
    setAmount(typed: string) {
      setAmount(typed)
      const paid = (readShillings(typed) ?? 0) + paidBefore(listing)
      setMonths(planPaidBy(paid, listingPlans)?.months ?? months)
    },
  }
}

function PaymentReason({ listing: { payment, listingStatus } }: { listing: OwnListing }) {
  if (payment.reason === '' || listingStatus === 'active') return null
  return <p className="rounded-md bg-sunrise-tint px-4 py-3 font-medium text-sunrise-ink">{payment.reason}</p>
}

type RenewPlanChoiceProps = {
  listing: OwnListing
  plan: ListingPlan
  /** What is paid for the plan by hand, as it was typed; a phone pays its whole price. */
  paid: string | undefined
  onChange: (plan: ListingPlan) => void
}

/** For how long, what it costs, and when it would end. */
function RenewPlanChoice({ listing, plan, paid, onChange }: RenewPlanChoiceProps) {
  const { listingPlans } = useSettings()
  const before = paidBefore(listing)
  return (
    <div className="grid gap-3">
      <Choices
        legend={m.renew_plan_legend()}
        value={String(plan.months)}
        onChange={(months) => onChange(listingPlans.find((one) => String(one.months) === months) ?? plan)}
        choices={listingPlans.map(({ months, price }) => ({
          value: String(months),
          label: (
            <span className="figures flex flex-wrap justify-between gap-x-3">
              {planLabel(months)} <span>{showKsh(price)}</span>
            </span>
          ),
          hint: (
            <span className="figures">
              {endText(
                listing,
                timeOf(
                  { months, price },
                  { before, paid: months === plan.months ? paid : undefined, byHand: paid !== undefined },
                  listingPlans,
                ),
              )}
            </span>
          ),
        }))}
      />
      <p className="text-sm text-soft">
        {startText(listing)}
        {before > 0 && paid === undefined && (
          <> {m.renew_paid_before_adds_days({ amount: showKsh(before) })}</>
        )}
      </p>
    </div>
  )
}

type Payment = { before: number; paid: string | undefined; byHand: boolean }

/** The time that a plan buys with what was paid before: by hand that makes it cheaper, by phone it adds days. */
function timeOf(
  { months, price }: ListingPlan,
  { before, paid, byHand }: Payment,
  plans: ListingPlans,
): PaidTime {
  const typed = paid === undefined ? undefined : readShillings(paid)
  const sum = typed === undefined ? (byHand ? price : price + before) : typed + before
  const time = timePaidBy(sum, plans)
  return time.months === 0 ? { months, days: 0 } : time
}

function endText({ listingExpiresAt }: OwnListing, time: PaidTime): string {
  if (listingExpiresAt === null)
    return time.days === 0
      ? m.renew_months_on_sale({ count: time.months })
      : m.renew_time_on_sale({ time: paidTimeLabel(time) })
  const end = renewedEnd(new Date(listingExpiresAt), serverNow(), time)
  return m.renew_until({ day: showDay(nairobiDay(end)) })
}

function startText({ listingExpiresAt }: OwnListing): string {
  if (listingExpiresAt === null) return m.renew_starts_after_check()
  const running = new Date(listingExpiresAt) > serverNow()
  return running ? m.renew_starts_at_end({ day: showDayOf(listingExpiresAt) }) : m.renew_starts_now()
}
