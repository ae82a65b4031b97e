import type { Payment } from '@twende/contract/payments/payment.ts'
import { useState } from 'react'
import { PaymentProgress } from './payment-progress.tsx'
import { PhoneForm } from './phone-form.tsx'
import { usePaymentRequest } from './use-payment-request.ts'

export type PayByMpesaProps = {
  /** The latest request, if one was sent. */
  payment: Payment | null
  amount: number
  /** The number as the person typed it, to offer again. */
  phone: string
  /** The built-in simulator answers: shows its phone. */
  demoPhone: boolean
  /** Sends a request for whatever is being bought. */
  askPhone: (phone: string) => Promise<Payment>
  /** Told of every new request, and whenever its standing changes, `paid` among them. */
  onChange?: ((payment: Payment) => void) | undefined
}

/** Asks a phone for money, waits for it, and says in plain words what became of it. */
export function PayByMpesa(props: PayByMpesaProps) {
  const { amount, demoPhone, askPhone, onChange } = props
  const [phone, setPhone] = useState(props.phone)
  const [choosing, setChoosing] = useState(false)
  const { payment, asking, trouble, send } = usePaymentRequest(props.payment, askPhone, onChange)

  const sendTo = async (to: string) => {
    setPhone(to)
    if (await send(to)) setChoosing(false)
  }
  if (!payment || choosing) {
    return (
      <PhoneForm
        phone={phone}
        amount={amount}
        notBefore={payment?.resendAt}
        pending={asking}
        trouble={trouble}
        onSend={sendTo}
        onCancel={payment ? () => setChoosing(false) : undefined}
      />
    )
  }
  return (
    <PaymentProgress
      first={payment}
      demoPhone={demoPhone}
      asking={asking}
      trouble={trouble}
      onAgain={phone ? () => sendTo(phone) : undefined}
      onOtherNumber={() => setChoosing(true)}
      onChange={onChange}
    />
  )
}
