import { showKsh } from '@twende/contract/money.ts'
import type { DemoPhone as Screen } from '@twende/contract/payments/payment-routes.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import { Form, useBound } from '@twende/ui/form/fields.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'

type DemoPhoneProps = { paymentId: string; onAnswered: () => void }

/** The request reaches the phone a moment after it was sent. */
const FIRST_LOOK_MS = 700
const LOOK_MS = 1000

/** The simulated phone of the demo, so that one can pay without M-Pesa. */
export function DemoPhone({ paymentId, onAnswered }: DemoPhoneProps) {
  const screen = useScreen(paymentId)
  const [said, setSaid] = useState('')
  const [pending, setPending] = useState(false)
  const form = useAppForm({
    defaultValues: { demoPin: '' },
    onSubmit: ({ demoPin }) => press({ action: 'pin', pin: demoPin }),
  })
  const { frame, control } = useBound({
    form,
    name: 'demoPin',
    label: m.payment_view_pin(),
    hint: m.payment_view_demo_pin(),
    className: 'text-left',
  })

  async function press(body: { action: 'pin'; pin: string } | { action: 'cancel' }) {
    setPending(true)
    const answer = await call('POST /api/demo/phone/:paymentId', { params: { paymentId }, body }).catch(
      () => undefined,
    )
    setPending(false)
    setSaid(answer?.message ?? m.payment_view_demo_failed())
    onAnswered()
  }

  const ringing = screen?.state === 'ringing'
  return (
    <section
      aria-label={m.payment_view_demo()}
      className="mx-auto w-full max-w-xs rounded-[1.75rem] border-4 border-ink bg-card p-5 text-center"
    >
      <p className="text-sm text-soft">{m.payment_view_demo_note()}</p>
      <div className="mt-3 min-h-56">
        {ringing ? (
          <Form form={form} className="grid gap-3">
            <p className="font-semibold">
              {m.payment_view_demo_question({
                amount: showKsh(screen.amount),
                business: screen.business,
                account: screen.accountReference,
              })}
            </p>
            <Field {...frame}>
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="off"
                maxLength={8}
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
                {m.common_cancel()}
              </Button>
              <Button type="submit" size="sm" disabled={control.value === ''} pending={pending}>
                {m.common_send()}
              </Button>
            </div>
          </Form>
        ) : (
          <p className="grid min-h-56 place-items-center text-soft">
            {screen ? said || m.payment_view_demo_idle() : m.payment_view_demo_waiting()}
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
