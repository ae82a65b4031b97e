import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { type ListingPlan, planPaidBy } from '@twende/contract/listings/listing-plan.ts'
import { readShillings } from '@twende/contract/listings/sell-form-checks.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Choices } from '@twende/ui/controls/choices.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { useState } from 'react'
import { isUnpaid, paidBefore } from './own-listing-words.ts'
import { RenewByMessage } from './renew-by-message.tsx'
import { RenewByPhone } from './renew-by-phone.tsx'
import { RenewPlanChoice } from './renew-plan-choice.tsx'
import { RenewStanding } from './renew-standing.tsx'

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
      title={wasUnpaid ? 'Pay for your listing' : 'Renew your listing'}
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
    return <RenewStanding listing={listing} code={begun.code} onAgain={startOver} onClose={onClose} />
  }
  return (
    <div className="grid gap-7">
      {!begun && (
        <>
          <WhyAgain listing={listing} />
          <RenewPlanChoice listing={listing} plan={plan} onChange={choose} />
          <Choices
            legend="How do you pay?"
            choices={[
              { value: 'phone', label: 'Pay with M-Pesa now' },
              { value: 'message', label: 'I pay and paste the message' },
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

function WhyAgain({ listing: { payment, listingStatus } }: { listing: OwnListing }) {
  if (payment.reason === '' || listingStatus === 'active') return null
  return <p className="rounded-md bg-sunrise-tint px-4 py-3 font-medium text-sunrise-ink">{payment.reason}</p>
}
