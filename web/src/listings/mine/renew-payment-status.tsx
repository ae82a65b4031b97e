import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { Check, Clock3, X } from 'lucide-react'
import { showDayOf } from './own-listing-format.ts'

/** What a paid listing has gained. */
export function resultText({ listingExpiresAt, listingStatus, verified }: OwnListing): string {
  if (listingExpiresAt === null || !verified) return m.renew_result_check()
  return listingStatus === 'active'
    ? m.renew_result_on_sale({ day: showDayOf(listingExpiresAt) })
    : m.renew_result_paid({ day: showDayOf(listingExpiresAt) })
}

type RenewPaymentStatusProps = {
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
export function RenewPaymentStatus({ listing, code, onAgain, onClose }: RenewPaymentStatusProps) {
  const { state, heading, words } = paymentStatus(listing, code)
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
            <Sentence
              text={m.sell_mpesa_code({ code })}
              marks={{ code: (text) => <strong className="text-ink">{text}</strong> }}
            />
          </p>
        )}
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        {state === 'refused' && <Button onClick={onAgain}>{m.renew_pay_again()}</Button>}
        <Button variant={state === 'refused' ? 'quiet' : 'primary'} onClick={onClose}>
          {m.renew_done()}
        </Button>
      </div>
    </div>
  )
}

function paymentStatus(listing: OwnListing, code: string | null) {
  const { payment } = listing
  const known = payment.code === code
  if (known && payment.status === 'paid') {
    const heading = m.renew_payment_received({ amount: showKsh(payment.amount) })
    return { state: 'paid' as const, heading, words: resultText(listing) }
  }
  if (known && payment.reason !== '') {
    return { state: 'refused' as const, heading: m.renew_not_enough(), words: payment.reason }
  }
  return {
    state: 'waiting' as const,
    heading: m.renew_waiting_title(),
    words: m.renew_waiting_text(),
  }
}
