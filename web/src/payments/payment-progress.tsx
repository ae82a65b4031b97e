import { showKsh } from '@twende/contract/money.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { FieldError } from '@twende/ui/controls/field.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Check, Clock3, Smartphone, X } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { showSeconds, useSecondsLeft } from './countdown.tsx'
import { usePayment } from './use-payment.ts'

const DemoPhone = lazyWithRetry(() => import('./demo-phone.tsx').then((module) => module.DemoPhone))

type PaymentProgressProps = {
  first: Payment
  demoPhone: boolean
  asking: boolean
  trouble: string | undefined
  onAgain: (() => void) | undefined
  onOtherNumber: () => void
  onChange: ((payment: Payment) => void) | undefined
}

/** One request on its way: waiting, paid, or why not, and what one can do about it. */
export function PaymentProgress(props: PaymentProgressProps) {
  const { first, demoPhone, asking, trouble, onAgain, onOtherNumber, onChange } = props
  const { payment, lookNow } = usePayment(first)
  const title = useRef<HTMLHeadingElement>(null)
  const { status, resendAt } = payment
  const { state, heading, words } = standing(payment)

  const tell = useEffectEvent((now: Payment) => {
    if (now._id !== first._id || now.status !== first.status) onChange?.(now)
  })
  useEffect(() => tell(payment), [payment])

  return (
    <div className="grid gap-5">
      <div role="status" className="flex flex-col items-center gap-3 text-center">
        <Sign state={state} />
        <h3 ref={title} tabIndex={-1} className="max-w-md text-xl outline-none sm:text-2xl">
          {heading}
        </h3>
        {words && <p className="max-w-md text-soft">{words}</p>}
        {payment.receipt && (
          <p className="figures text-soft">
            <Sentence
              text={m.payment_view_code({ code: payment.receipt })}
              marks={{ code: (text) => <strong className="text-ink">{text}</strong> }}
            />
          </p>
        )}
      </div>
      {trouble && (
        <div role="alert" className="mx-auto">
          <FieldError>{trouble}</FieldError>
        </div>
      )}
      {(state === 'waiting' || state === 'failed' || payment.left !== undefined) && (
        <Again
          sent={state === 'waiting'}
          left={payment.left}
          from={resendAt}
          asking={asking}
          onAgain={
            onAgain &&
            (() => {
              title.current?.focus()
              onAgain()
            })
          }
          onOtherNumber={onOtherNumber}
        />
      )}
      {demoPhone && status === 'processing' && (
        <Suspense fallback={null}>
          <DemoPhone key={payment._id} paymentId={payment._id} onAnswered={lookNow} />
        </Suspense>
      )}
    </div>
  )
}

type State = 'waiting' | 'paid' | 'failed' | 'looked-at'

function standing({ status, phone, amount, message }: Payment): {
  state: State
  heading: ReactNode
  words: string | undefined
} {
  if (status === 'paid') return { state: 'paid', heading: m.payment_view_received(), words: showKsh(amount) }
  if (status === 'processing' || status === 'pending') {
    const heading = (
      <Sentence
        text={m.payment_view_check_phone({ phone })}
        marks={{ phone: (text) => <span className="figures whitespace-nowrap">{text}</span> }}
      />
    )
    return { state: 'waiting', heading, words: m.payment_view_asks({ amount: showKsh(amount) }) }
  }
  const failed = status === 'failed' || status === 'expired'
  return { state: failed ? 'failed' : 'looked-at', heading: message, words: undefined }
}

const signs = {
  waiting: { icon: <Smartphone />, look: 'bg-acacia-tint text-acacia' },
  paid: { icon: <Check />, look: 'bg-acacia text-paper' },
  failed: { icon: <X />, look: 'bg-clay-tint text-clay-deep' },
  'looked-at': { icon: <Clock3 />, look: 'bg-sunrise-tint text-sunrise-ink' },
} as const

function Sign({ state }: { state: State }) {
  const { icon, look } = signs[state]
  return (
    <span
      aria-hidden="true"
      className={classes('relative grid size-20 place-items-center rounded-full [&_svg]:size-9', look)}
    >
      {state === 'waiting' && (
        <span className="absolute -inset-1.5 animate-spin rounded-full border-4 border-acacia-tint border-t-acacia [animation-duration:1.6s]" />
      )}
      {icon}
    </span>
  )
}

type AgainProps = {
  /** The request is on the phone, not refused. */
  sent: boolean
  /** A part came: what is left to pay. */
  left: number | undefined
  from: string
  asking: boolean
  onAgain: (() => void) | undefined
  onOtherNumber: () => void
}

function Again({ sent, left, from, asking, onAgain, onOtherNumber }: AgainProps) {
  const wait = useSecondsLeft(from) ?? 0
  const time = showSeconds(wait)
  const retry = sent ? m.payment_view_send_again() : m.payment_view_try_again()
  const again = left === undefined ? retry : m.payment_view_pay_rest({ left: showKsh(left) })
  const againIn = sent ? m.payment_view_send_again_in({ time }) : m.payment_view_try_again_in({ time })
  return (
    <div className="flex flex-wrap justify-center gap-3">
      {onAgain && (
        <Button variant="secondary" disabled={wait > 0} pending={asking} onClick={onAgain}>
          <span className="figures">{wait > 0 ? againIn : again}</span>
        </Button>
      )}
      <Button variant="quiet" onClick={onOtherNumber}>
        {m.payment_view_other_number()}
      </Button>
    </div>
  )
}
