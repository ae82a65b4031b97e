import { ApiError } from '@twende/contract/http/call.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import { m } from '@twende/messages'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { call } from '@twende/ui/api/call.ts'
import { useRef, useState } from 'react'
import { PaymentProgress } from './payment-progress.tsx'
import { PhoneForm } from './phone-form.tsx'

type PayByMpesaProps = {
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
  const { demoPhone, askPhone, onChange } = props
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
        amount={payment?.left ?? props.amount}
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

/** Sends requests to a phone, one at a time; when one is on its way already, that one is taken up. */
function usePaymentRequest(
  first: Payment | null,
  askPhone: (phone: string) => Promise<Payment>,
  onAsked: ((payment: Payment) => void) | undefined,
) {
  const [payment, setPayment] = useState(first)
  const [asking, setAsking] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const busy = useRef(false)

  const follow = (asked: Payment) => {
    setPayment(asked)
    onAsked?.(asked)
  }

  async function send(phone: string): Promise<boolean> {
    if (busy.current) return false
    busy.current = true
    setAsking(true)
    setTrouble(undefined)
    try {
      follow(await askPhone(phone))
      return true
    } catch (error) {
      const running = await paymentOnItsWay(error)
      if (running) follow(running)
      else if (isSignedOut(error)) openLogin({ prompt: true, onSignedIn: () => void send(phone) })
      else setTrouble(error instanceof ApiError ? error.message : m.common_unreachable())
      return running !== undefined
    } finally {
      busy.current = false
      setAsking(false)
    }
  }

  return { payment, asking, trouble, send }
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_signed_in'
}

/** The request that a refusal `payment_too_soon` names. */
async function paymentOnItsWay(error: unknown): Promise<Payment | undefined> {
  if (!(error instanceof ApiError) || error.code !== 'payment_too_soon') return undefined
  const { data } = error
  if (typeof data !== 'object' || data === null || !('paymentId' in data)) return undefined
  const paymentId = String(data.paymentId)
  const answer = await call('GET /api/payment/:paymentId', { params: { paymentId } }).catch(() => undefined)
  return answer?.data
}
