import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { readShillings } from '@twende/contract/listings/listing-checks.ts'
import type { ListingPlan } from '@twende/contract/listings/listing-plan.ts'
import { type MpesaReading, readMpesaMessage } from '@twende/contract/payments/mpesa-message.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { type FormEvent, useState } from 'react'
import { FormProblem } from '../accounts/form-parts.tsx'
import { openLogin } from '../accounts/login-prompt.ts'
import { useSession } from '../accounts/session.ts'
import { call } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input, Textarea } from '../ui/field.tsx'
import { isSignedOut, wordsOf } from './own-listing-words.ts'
import { type RenewalClaim, type RenewalField, renewalProblems } from './renew-claim.ts'
import { RenewMessageCheck } from './renew-message-check.tsx'
import { RenewPayHere } from './renew-pay-here.tsx'

type RenewByMessageProps = { listing: OwnListing; plan: ListingPlan; onSent: (listing: OwnListing) => void }

/** Sends the M-Pesa message of a payment made by hand. */
export function RenewByMessage({ listing, plan, onSent }: RenewByMessageProps) {
  const form = useClaim(listing, plan)
  const { claim, reading, problems, change } = form
  const { pending, trouble, submit } = useSending(listing, form, onSent)
  const input = (name: RenewalField) => ({
    name,
    value: claim[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <RenewPayHere plan={plan} />
      <Field
        label="M-Pesa message"
        required
        error={problems.mpesaMessage}
        hint="Paste the whole message. This helps us verify your payment quickly."
      >
        <Textarea {...input('mpesaMessage')} rows={4} maxLength={1000} autoComplete="off" />
      </Field>
      {claim.mpesaMessage.trim() !== '' && (
        <RenewMessageCheck reading={reading} text={claim.mpesaMessage} amount={readShillings(claim.amount)} />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Amount paid (Ksh)" required error={problems.amount}>
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
function useClaim({ contactInfo }: OwnListing, plan: ListingPlan) {
  const session = useSession()
  const [claim, setClaim] = useState<RenewalClaim>({
    mpesaMessage: '',
    mpesaName: session?.owner?.name ?? '',
    mpesaPhoneNumber: showPhone(contactInfo.phone),
    amount: String(plan.price),
  })
  const [tried, setTried] = useState(false)
  const reading = readMpesaMessage(claim.mpesaMessage)
  const change = (some: Partial<RenewalClaim>) => {
    const amount =
      some.mpesaMessage === undefined ? undefined : amountRead(readMpesaMessage(some.mpesaMessage))
    setClaim({ ...claim, ...some, ...(amount === undefined ? {} : { amount: String(amount) }) })
  }
  const found = renewalProblems(claim, reading)
  return { claim, reading, change, found, problems: tried ? found : {}, complain: () => setTried(true) }
}

/** The message knows better what was paid than the plan that was chosen. */
function amountRead(reading: MpesaReading): number | undefined {
  return reading.read && reading.amount > 0 ? reading.amount : undefined
}

function useSending(
  { _id: id }: OwnListing,
  { claim, found, complain }: ReturnType<typeof useClaim>,
  onSent: (listing: OwnListing) => void,
) {
  const [pending, setPending] = useState(false)
  const [trouble, setTrouble] = useState('')

  async function send() {
    setPending(true)
    setTrouble('')
    try {
      const body = { id, paymentMethod: 'message', ...claim } as const
      onSent((await call('POST /api/sell/renew', { body })).data)
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
