import { ApiError } from '@twende/contract/http/call.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { type ListingPlan, planLabel } from '@twende/contract/listings/listing-plan.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { useFreshSettings, useSettings } from '@twende/ui/api/settings.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { useState } from 'react'
import { PayByMpesa } from '../../payments/pay-by-mpesa.tsx'
import { resultText } from './renew-payment-status.tsx'

type RenewByPhoneProps = {
  listing: OwnListing
  plan: ListingPlan
  phone: string
  /** A request was sent: the plan stays as it is. */
  onBegin: () => void
  onStartOver: () => void
  onChange: () => Promise<void>
  onClose: () => void
}

/** Asks a phone to pay for the plan, and follows the payment. */
export function RenewByPhone(props: RenewByPhoneProps) {
  const { listing, plan, phone, onBegin, onStartOver, onChange, onClose } = props
  const { demoPhone } = useSettings()
  const readSettings = useFreshSettings()
  const [paymentStatus, setPaymentStatus] = useState<Payment['status']>()
  const attempt = useAttemptKey()
  const { _id: id } = listing

  async function askPhone(mpesaPhoneNumber: string): Promise<Payment> {
    const body = { id, paymentMethod: 'stk', mpesaPhoneNumber, amount: plan.price } as const
    const idempotencyKey = attempt.keyOf(body)
    const { payment } = await call('POST /api/sell/renew', { body }, { idempotencyKey }).catch(
      async (error: unknown) => {
        // The prices on the page are those of yesterday.
        if (error instanceof ApiError && error.code === 'listing_plan_unknown') await readSettings()
        throw error
      },
    )
    // A request that came to nothing may be sent once more.
    attempt.done()
    if (!payment) throw new Error(m.sell_request_not_sent())
    return payment
  }
  return (
    <div className="grid gap-5">
      {paymentStatus && paymentStatus !== 'paid' && (
        <p className="figures text-center text-soft">
          {m.renew_by_phone_summary({
            plan: planLabel(plan.months),
            car: listing.name,
            price: showKsh(plan.price),
          })}
        </p>
      )}
      <PayByMpesa
        payment={null}
        amount={plan.price}
        phone={phone}
        demoPhone={demoPhone}
        askPhone={askPhone}
        onChange={({ status }) => {
          setPaymentStatus(status)
          onBegin()
          void onChange()
        }}
      />
      {(paymentStatus === 'failed' || paymentStatus === 'expired') && (
        <Button variant="quiet" size="sm" className="justify-self-center" onClick={onStartOver}>
          {m.renew_choose_again()}
        </Button>
      )}
      {paymentStatus === 'paid' && (
        <div className="grid justify-items-center gap-4 text-center">
          <p className="text-soft">{resultText(listing)}</p>
          <Button onClick={onClose}>{m.renew_done()}</Button>
        </div>
      )}
    </div>
  )
}
