import { useSettings } from '@twende/ui/api/settings.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { links } from '../links.ts'
import { planWords } from './message-reading.ts'
import type { Listed } from './sell-listed.ts'
import { SellRequest } from './sell-request.tsx'

/** The car is listed: how its payment stands, and what comes next. */
export function SellDone({ listed }: { listed: Listed }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <div className="flex flex-wrap items-center gap-5">
        <Picture address={listed.picture} alt="" className="w-32 shrink-0 rounded-md sm:w-44" />
        <div className="min-w-0 flex-1 basis-56">
          <p className="kicker mb-2">{listed.name}</p>
          <h1 ref={title} tabIndex={-1} className="title outline-none">
            Your car is listed
          </h1>
        </div>
      </div>
      <section aria-label="Payment" className="panel p-5 sm:p-8">
        {listed.method === 'stk' ? <SellRequest listed={listed} /> : <Claim listed={listed} />}
      </section>
      <ol className="grid gap-3">
        <Step>We check the payment{listed.email && <> and write to {listed.email}</>}.</Step>
        <Step>We look at the pictures and the facts of the car.</Step>
        <Step>Buyers see it, and your paid time begins on that day.</Step>
      </ol>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={links.listings}>My Listings</LinkButton>
        <LinkButton to={links.sell} variant="secondary">
          List another car
        </LinkButton>
      </div>
    </div>
  )
}

/** What was pasted is a claim until it is checked. */
function Claim({ listed: { amount, code, reason, message } }: { listed: Listed }) {
  const { listingPlans } = useSettings()
  // The server's word: what was paid before a price changed counts by the price of that day.
  const enough = reason === ''
  return (
    <div role="status" className="grid gap-2">
      <h2 className="text-xl">{enough ? 'We are checking your payment' : 'The payment is not enough yet'}</h2>
      <p>{reason || message}</p>
      <p className="figures text-soft">
        {enough && planWords(amount, listingPlans)}
        {code && (
          <>
            {' '}
            M-Pesa code <strong className="text-ink">{code}</strong>
          </>
        )}
      </p>
    </div>
  )
}

function Step({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-acacia" />
      <span>{children}</span>
    </li>
  )
}
