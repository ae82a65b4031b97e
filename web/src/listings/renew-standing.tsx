import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { Check, Clock3, X } from 'lucide-react'
import { dayWord } from './own-listing-words.ts'

/** What a paid listing has gained. */
export function resultWords({ listingExpiresAt, listingStatus, verified }: OwnListing): string {
  if (listingExpiresAt === null || !verified) {
    return 'Next we check the car. Buyers see it as soon as it is verified, and only then does its time begin.'
  }
  return listingStatus === 'active'
    ? `Your car is on sale until ${dayWord(listingExpiresAt)}.`
    : `Your listing is paid until ${dayWord(listingExpiresAt)}.`
}

type RenewStandingProps = {
  listing: OwnListing
  /** The code of the message that was sent. */
  code: string | null
  onAgain: () => void
  onClose: () => void
}

const signs = {
  waiting: { icon: <Clock3 />, look: 'bg-acacia-tint text-acacia' },
  paid: { icon: <Check />, look: 'bg-acacia text-paper' },
  refused: { icon: <X />, look: 'bg-clay-tint text-clay-deep' },
} as const

/** How a pasted message fares; the page asks again while it is being checked. */
export function RenewStanding({ listing, code, onAgain, onClose }: RenewStandingProps) {
  const { state, heading, words } = standing(listing, code)
  const { icon, look } = signs[state]
  return (
    <div className="grid justify-items-center gap-5 py-4 text-center">
      <div role="status" className="grid justify-items-center gap-3">
        <span
          aria-hidden="true"
          className={classes('grid size-20 place-items-center rounded-full [&_svg]:size-9', look)}
        >
          {icon}
        </span>
        <h3 className="text-xl sm:text-2xl">{heading}</h3>
        <p className="max-w-md text-soft">{words}</p>
        {code && (
          <p className="figures text-soft">
            M-Pesa code <strong className="text-ink">{code}</strong>
          </p>
        )}
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        {state === 'refused' && <Button onClick={onAgain}>Pay again</Button>}
        <Button variant={state === 'refused' ? 'quiet' : 'primary'} onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}

function standing(listing: OwnListing, code: string | null) {
  const { payment } = listing
  const known = payment.code === code
  if (known && payment.status === 'paid') {
    const heading = `Payment received: ${showKsh(payment.amount)}`
    return { state: 'paid' as const, heading, words: resultWords(listing) }
  }
  if (known && payment.reason !== '') {
    return { state: 'refused' as const, heading: 'This does not pay for a plan yet', words: payment.reason }
  }
  return {
    state: 'waiting' as const,
    heading: 'Thank you. We check your payment and write to you.',
    words: 'You may close this: the listing shows how the payment stands.',
  }
}
