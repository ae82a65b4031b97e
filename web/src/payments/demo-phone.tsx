import { showKsh } from '@twende/contract/money.ts'
import type { DemoPhone as Screen } from '@twende/contract/payments/payment-routes.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'

type DemoPhoneProps = { paymentId: string; onAnswered: () => void }

/** The request reaches the phone a moment after it was sent. */
const FIRST_LOOK_MS = 700
const LOOK_MS = 1000

/** The simulated phone of the demo, so that one can pay without M-Pesa. */
export function DemoPhone({ paymentId, onAnswered }: DemoPhoneProps) {
  const screen = useScreen(paymentId)
  const [pin, setPin] = useState('')
  const [said, setSaid] = useState('')
  const [pending, setPending] = useState(false)

  async function press(body: { action: 'pin'; pin: string } | { action: 'cancel' }) {
    setPending(true)
    const answer = await call('POST /api/demo/phone/:paymentId', { params: { paymentId }, body }).catch(
      () => undefined,
    )
    setPending(false)
    setSaid(answer?.message ?? 'The demo phone did not answer. Please try again.')
    onAnswered()
  }

  const ringing = screen?.state === 'ringing'
  return (
    <section
      aria-label="Demo phone"
      className="mx-auto w-full max-w-xs rounded-[1.75rem] border-4 border-ink bg-card p-5 text-center"
    >
      <p className="text-sm text-soft">Demo phone: no real money moves</p>
      <div className="mt-3 min-h-56">
        {ringing ? (
          <form
            className="grid gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              if (pin) void press({ action: 'pin', pin })
            }}
          >
            <p className="font-semibold">
              Pay {showKsh(screen.amount)} to {screen.business}, account {screen.accountReference}?
            </p>
            <Field label="M-Pesa PIN" hint="The demo PIN is 1234; any other is wrong." className="text-left">
              <Input
                name="demoPin"
                value={pin}
                inputMode="numeric"
                autoComplete="off"
                maxLength={8}
                onChange={({ target }) => setPin(target.value)}
                className="figures text-center tracking-[0.4em]"
              />
            </Field>
            <div className="grid grid-cols-2 gap-2">
              <Button
                variant="secondary"
                size="sm"
                disabled={pending}
                onClick={() => press({ action: 'cancel' })}
              >
                Cancel
              </Button>
              <Button type="submit" size="sm" disabled={pin === ''} pending={pending}>
                Send
              </Button>
            </div>
          </form>
        ) : (
          <p className="grid min-h-56 place-items-center text-soft">
            {screen ? said || 'Nothing to answer.' : 'The request is on its way.'}
          </p>
        )}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  )
}

type PhoneScreen = z.output<typeof Screen>

/** What the phone shows. */
function useScreen(paymentId: string): PhoneScreen | undefined {
  const [screen, setScreen] = useState<PhoneScreen>()
  useEffect(() => {
    const leaving = new AbortController()
    const look = async () => {
      if (document.hidden) return
      const answer = await call(
        'GET /api/demo/phone/:paymentId',
        { params: { paymentId } },
        { signal: leaving.signal },
      ).catch(() => undefined)
      if (answer && !leaving.signal.aborted) setScreen(answer.data ?? undefined)
    }
    let timer: ReturnType<typeof setTimeout>
    const lookAgain = async () => {
      await look()
      if (!leaving.signal.aborted) timer = setTimeout(lookAgain, LOOK_MS)
    }
    timer = setTimeout(lookAgain, FIRST_LOOK_MS)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [paymentId])
  return screen
}
