import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { nextStepText } from '@twende/contract/listings/listing-labels.ts'
import { type ListingAction, listingNextStep } from '@twende/contract/listings/listing-next-step.ts'
import { m } from '@twende/messages'
import { whatsappLink } from '@twende/ui/address.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { CircleAlert, Hourglass } from 'lucide-react'

export type ListingActions = {
  onView: (listing: OwnListing) => void
  onEdit: (listing: OwnListing) => void
  /** Pays for the first time, or for more months. */
  onPay: (listing: OwnListing) => void
  onDelete: (listing: OwnListing) => void
  /** Gives up changes that buyers do not see. */
  onWithdraw: (listing: OwnListing) => void
  onToggle: (listing: OwnListing) => void
  /** The listing that is being marked as sold or available. */
  toggling: string | undefined
}

type NextStepProps = {
  listing: OwnListing
  actions: Pick<ListingActions, 'onEdit' | 'onPay'>
  className?: string
}

const looks: Readonly<Record<ListingAction, string>> = {
  pay: 'bg-sunrise-tint text-sunrise-ink',
  renew: 'bg-sunrise-tint text-sunrise-ink',
  edit: 'bg-clay-tint text-clay-deep',
  contact: 'bg-clay-tint text-clay-deep',
  wait: 'bg-acacia-tint text-acacia-deep',
}

/** Why the car is not simply on sale, and the one thing to do about it. */
export function OwnListingNextStep({ listing, actions, className }: NextStepProps) {
  const step = listingNextStep(listing, serverNow())
  if (!step) return null
  const Icon = step.action === 'wait' ? Hourglass : CircleAlert
  return (
    <div
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 sm:px-5',
        looks[step.action],
        className,
      )}
    >
      <p className="flex min-w-60 flex-1 items-start gap-2 font-medium">
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span className="grid gap-1">
          <span>{keepAmounts(nextStepText(step))}</span>
          {step.payment && <span>{keepAmounts(nextStepText(step.payment))}</span>}
        </span>
      </p>
      <Step action={step.action} listing={listing} actions={actions} />
    </div>
  )
}

function Step({ action, listing, actions }: NextStepProps & { action: ListingAction }) {
  const { whatsappNumber } = useSettings()
  const about = <span className="sr-only">: {listing.name}</span>
  if (action === 'pay' || action === 'renew') {
    return (
      <Button size="sm" className="max-sm:w-full" onClick={() => actions.onPay(listing)}>
        {action === 'pay' ? m.renew_pay_now() : m.renew_button()}
        {about}
      </Button>
    )
  }
  if (action === 'edit') {
    return (
      <Button size="sm" className="max-sm:w-full" onClick={() => actions.onEdit(listing)}>
        {m.edit_listing_title()}
        {about}
      </Button>
    )
  }
  if (action === 'wait') return null
  return (
    <LinkButton
      size="sm"
      className="max-sm:w-full"
      href={whatsappLink(whatsappNumber, m.my_listings_whatsapp({ car: listing.name }))}
      target="_blank"
      rel="noopener noreferrer"
    >
      {m.my_listings_contact_us()}
      {about}
    </LinkButton>
  )
}
