import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { LISTING_PLANS, type ListingPlan } from '@twende/contract/listings/listing-plan.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Choices } from '../ui/choices.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { isUnpaid } from './own-listing-words.ts'
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
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={isUnpaid(listing) ? 'Pay for your listing' : 'Renew your listing'}
      description={listing.name}
    >
      {open ? (
        <Paying key={listing._id} listing={listing} onChange={onChange} onClose={onClose} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </Dialog>
  )
}

type Way = 'phone' | 'message'
const ways = [
  { value: 'phone', label: 'M-Pesa now' },
  { value: 'message', label: 'I have paid already' },
] as const

/** What has begun: a request to a phone, or a message that was sent with this code. */
type Begun = { way: 'phone' } | { way: 'message'; code: string | null }

function Paying({ listing, onChange, onClose }: Omit<RenewListingDialogProps, 'open'>) {
  const [plan, setPlan] = useState<ListingPlan>(LISTING_PLANS[0])
  // What is missing of a plan was paid by hand, and is completed by hand.
  const [way, setWay] = useState<Way>(listing.payment.status === 'partial' ? 'message' : 'phone')
  const [begun, setBegun] = useState<Begun>()
  const startOver = () => setBegun(undefined)

  if (begun?.way === 'message') {
    return <RenewStanding listing={listing} code={begun.code} onAgain={startOver} onClose={onClose} />
  }
  return (
    <div className="grid gap-7">
      {!begun && <WhyAgain listing={listing} />}
      {!begun && <RenewPlanChoice listing={listing} plan={plan} onChange={setPlan} />}
      {!begun && (
        <Choices
          legend="How do you pay?"
          look="segments"
          choices={ways}
          value={way}
          onChange={(next) => setWay(next)}
        />
      )}
      {way === 'phone' ? (
        <RenewByPhone
          listing={listing}
          plan={plan}
          phone={showPhone(listing.contactInfo.phone)}
          onBegin={() => setBegun({ way: 'phone' })}
          onChange={onChange}
          onClose={onClose}
        />
      ) : (
        <RenewByMessage
          key={plan.months}
          listing={listing}
          plan={plan}
          onSent={(sent) => {
            setBegun({ way: 'message', code: sent.payment.code })
            void onChange()
          }}
        />
      )}
      {begun && (
        <p className="text-center">
          <Button variant="quiet" size="sm" onClick={startOver}>
            Choose again
          </Button>
        </p>
      )}
    </div>
  )
}

function WhyAgain({ listing: { payment, listingStatus } }: { listing: OwnListing }) {
  if (payment.reason === '' || listingStatus === 'active') return null
  return <p className="rounded-md bg-sunrise-tint px-4 py-3 font-medium text-sunrise-ink">{payment.reason}</p>
}
