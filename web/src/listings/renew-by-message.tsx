import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { readMpesaMessage } from '@twende/contract/payments/mpesa-message.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Field, Input, Textarea } from '@twende/ui/controls/field.tsx'
import { FormProblem } from '@twende/ui/form/form-parts.tsx'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { type FormEvent, useState } from 'react'
import { filledByMessage, toldMessage } from './message-reading.ts'
import { isSignedOut, paidBefore, wordsOf } from './own-listing-words.ts'
import { type RenewalClaim, type RenewalField, renewalProblems } from './renew-claim.ts'
import { SellMessageVerdict } from './sell-message-verdict.tsx'
import { SellPayee } from './sell-payee.tsx'

type RenewByMessageProps = {
  listing: OwnListing
  amount: string
  onAmount: (amount: string) => void
  onSent: (listing: OwnListing) => void
}

/** Sends the M-Pesa message of a payment made by hand. */
export function RenewByMessage({ listing, amount, onAmount, onSent }: RenewByMessageProps) {
  const form = useClaim(listing, amount, onAmount)
  const { claim, told, problems, change } = form
  const before = paidBefore(listing)
  const { pending, trouble, submit } = useSending(listing, form, onSent)
  const input = (name: RenewalField) => ({
    name,
    value: claim[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <SellPayee />
      <Field
        label="M-Pesa message"
        required
        error={problems.mpesaMessage}
        hint="This helps us verify your payment quickly"
      >
        <Textarea {...input('mpesaMessage')} rows={4} maxLength={1000} autoComplete="off" />
      </Field>
      {told && <SellMessageVerdict told={told} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Amount paid (Ksh)"
          required
          error={problems.amount}
          hint={before > 0 ? `We add the ${showKsh(before)} you have paid before.` : undefined}
        >
          <Input
            {...input('amount')}
            inputMode="numeric"
            maxLength={16}
            autoComplete="off"
            className="figures"
          />
        </Field>
        <Field label="M-Pesa phone" required error={problems.mpesaPhoneNumber} hint="The number that paid.">
          <Input
            {...input('mpesaPhoneNumber')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={20}
          />
        </Field>
      </div>
      <Field label="M-Pesa name" required error={problems.mpesaName} hint="As M-Pesa knows the payer.">
        <Input {...input('mpesaName')} autoComplete="name" maxLength={100} />
      </Field>
      <FormProblem>{trouble}</FormProblem>
      <Button type="submit" pending={pending} className="justify-self-start max-sm:w-full">
        Send for checking
      </Button>
    </form>
  )
}

/** What is typed, what the message says, and what is wrong with it once it was sent for the first time. */
function useClaim({ contactInfo }: OwnListing, amount: string, onAmount: (amount: string) => void) {
  const session = useSession()
  const { mpesa } = useSettings()
  const [payer, setPayer] = useState({
    mpesaMessage: '',
    mpesaName: session?.owner?.name ?? '',
    mpesaPhoneNumber: showPhone(contactInfo.phone),
  })
  const [tried, setTried] = useState(false)
  const claim: RenewalClaim = { ...payer, amount }
  const change = ({ amount: typed, ...some }: Partial<RenewalClaim>) => {
    // The message knows better what was paid than the plan that was chosen.
    const read = some.mpesaMessage === undefined ? typed : filledByMessage(some.mpesaMessage).amount
    if (read !== undefined) onAmount(read)
    setPayer({ ...payer, ...some })
  }
  const payTo =
    mpesa.businessName === ''
      ? { names: [], numbers: [] }
      : { names: [mpesa.businessName], numbers: [mpesa.businessNumber] }
  const found = renewalProblems(claim, readMpesaMessage(claim.mpesaMessage))
  return {
    claim,
    change,
    found,
    told: toldMessage(claim, payTo, serverNow()),
    problems: tried ? found : {},
    complain: () => setTried(true),
  }
}

function useSending(
  { _id: id }: OwnListing,
  { claim, found, complain }: ReturnType<typeof useClaim>,
  onSent: (listing: OwnListing) => void,
) {
  const [pending, setPending] = useState(false)
  const [trouble, setTrouble] = useState('')
  const attempt = useAttemptKey()

  async function send() {
    setPending(true)
    setTrouble('')
    try {
      const body = { id, paymentMethod: 'message', ...claim } as const
      // After a lost answer the same key asks what became of it: the code itself would count as used.
      const idempotencyKey = attempt.keyOf(body)
      const { data } = await call('POST /api/sell/renew', { body }, { idempotencyKey })
      onSent(data)
    } catch (error) {
      if (isSignedOut(error)) openLogin({ prompt: true, onSignedIn: () => void send() })
      else setTrouble(wordsOf(error, 'Error connecting to server'))
    } finally {
      setPending(false)
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    complain()
    const [first] = Object.keys(found)
    const control = first ? event.currentTarget.elements.namedItem(first) : null
    if (control instanceof HTMLElement) control.focus()
    else if (!pending) void send()
  }
  return { pending, trouble, submit }
}
