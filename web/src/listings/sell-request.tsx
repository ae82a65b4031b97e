import { planLabel, planPaidBy } from '@twende/contract/listings/listing-plan.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import { call } from '@twende/ui/api/call.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { Spinner } from '@twende/ui/controls/spinner.tsx'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { PayByMpesa } from '../payments/pay-by-mpesa.tsx'
import type { Listed } from './sell-listed.ts'

/** The request sent to the phone for a listing period, followed until the money is here. */
export function SellRequest({ listed }: { listed: Listed }) {
  const { demoPhone, listingPlans } = useSettings()
  const { listingId: id, amount, paymentId, phone } = listed
  const { answer, retry } = useAnswer(paymentId, async (signal): Promise<Payment | null> => {
    if (paymentId === '') return null
    const { data } = await call('GET /api/payment/:paymentId', { params: { paymentId } }, { signal })
    return data
  })
  const plan = planPaidBy(amount, listingPlans)
  if (answer.state === 'waiting') return <Spinner label="Asking your phone" />
  if (answer.state === 'refused') return <ErrorState message={answer.error.message} onRetry={retry} />
  return (
    <>
      <h2 className="mb-5 text-center text-sm text-soft">
        Payment for {plan ? planLabel(plan.months) : 'your listing'}
      </h2>
      <PayByMpesa
        payment={answer.value}
        amount={amount}
        phone={phone}
        demoPhone={demoPhone}
        askPhone={async (to) => {
          const body = { id, paymentMethod: 'stk', mpesaPhoneNumber: to, amount } as const
          const { payment } = await call('POST /api/sell/renew', { body })
          if (!payment) throw new Error('The request was not sent.')
          return payment
        }}
      />
    </>
  )
}
