import { planLabel, planPaidBy } from '@twende/contract/listings/listing-plan.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { Spinner } from '@twende/ui/controls/spinner.tsx'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { links } from '../../links.ts'
import { PayByMpesa } from '../../payments/pay-by-mpesa.tsx'
import { planPaidText } from '../listing-form/pasted-message.tsx'
import type { Listed } from './sell-listed.ts'

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
            {m.sell_done_title()}
          </h1>
        </div>
      </div>
      <section aria-label={m.sell_section_payment()} className="panel p-5 sm:p-8">
        {listed.method === 'stk' ? <SellRequest listed={listed} /> : <ProofStatus listed={listed} />}
      </section>
      <ol className="grid gap-3">
        <Step>
          {listed.email && listed.method === 'message'
            ? m.sell_done_payment_email({ email: listed.email })
            : m.sell_done_payment()}
        </Step>
        <Step>{m.sell_done_check()}</Step>
        <Step>{m.sell_done_live()}</Step>
      </ol>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={links.listings}>{m.my_listings_link()}</LinkButton>
        <LinkButton to={links.sell} variant="secondary">
          {m.sell_another_car()}
        </LinkButton>
      </div>
    </div>
  )
}

/** What was pasted is a claim until it is checked. */
function ProofStatus({ listed: { amount, code, reason, message } }: { listed: Listed }) {
  const { listingPlans } = useSettings()
  // The server's word: what was paid before a price changed counts by the price of that day.
  const enough = reason === ''
  return (
    <div role="status" className="grid gap-2">
      <h2 className="text-xl">{enough ? m.sell_done_checking() : m.sell_done_not_enough()}</h2>
      <p>{reason || message}</p>
      <p className="figures text-soft">
        {enough && planPaidText(amount, listingPlans)}
        {code && (
          <>
            {' '}
            <Sentence
              text={m.sell_mpesa_code({ code })}
              marks={{ code: (text) => <strong className="text-ink">{text}</strong> }}
            />
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

/** The request sent to the phone for a listing period, followed until the money is here. */
function SellRequest({ listed }: { listed: Listed }) {
  const { demoPhone, listingPlans } = useSettings()
  const { listingId: id, amount, paymentId, phone } = listed
  const { answer, retry } = useAnswer(paymentId, async (signal): Promise<Payment | null> => {
    if (paymentId === '') return null
    const { data } = await call('GET /api/payment/:paymentId', { params: { paymentId } }, { signal })
    return data
  })
  const plan = planPaidBy(amount, listingPlans)
  if (answer.state === 'waiting') return <Spinner label={m.sell_request_sending()} />
  if (answer.state === 'refused') return <ErrorState message={answer.error.message} onRetry={retry} />
  return (
    <>
      <h2 className="mb-5 text-center text-sm text-soft">
        {plan ? m.sell_request_title({ plan: planLabel(plan.months) }) : m.sell_request_title_plain()}
      </h2>
      <PayByMpesa
        payment={answer.value}
        amount={amount}
        phone={phone}
        demoPhone={demoPhone}
        askPhone={async (to) => {
          const body = { id, paymentMethod: 'stk', mpesaPhoneNumber: to, amount } as const
          const { payment } = await call('POST /api/sell/renew', { body })
          if (!payment) throw new Error(m.sell_request_not_sent())
          return payment
        }}
      />
    </>
  )
}
