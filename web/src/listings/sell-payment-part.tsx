import { planPaidBy } from '@twende/contract/listings/listing-plan.ts'
import { readShillings } from '@twende/contract/listings/sell-form-checks.ts'
import { showKsh } from '@twende/contract/money.ts'
import { networkHint } from '@twende/contract/payments/phone-number.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Choices } from '@twende/ui/controls/choices.tsx'
import { Field, Input, Textarea } from '@twende/ui/controls/field.tsx'
import { Smartphone } from 'lucide-react'
import type { ComponentProps } from 'react'
import { filledByMessage, planWords, toldMessage } from './message-reading.ts'
import type { SellPayment } from './sell-draft.ts'
import { FillButton } from './sell-known-person.tsx'
import { SellMessageVerdict } from './sell-message-verdict.tsx'
import { SellPayee } from './sell-payee.tsx'
import { SellPlans } from './sell-plans.tsx'
import type { SellProblems } from './sell-rules.ts'

type PaymentPartProps = {
  payment: SellPayment
  change: (some: Partial<SellPayment>) => void
  problems: SellProblems
}

/** Who pays if it is the seller, as far as that is known. */
type Payer = { name: string; phone: string; email: string }

/** For how long, and how it is paid: by hand with the message pasted, or by a request to the phone. */
export function SellPaymentPart({ payer, ...part }: PaymentPartProps & { payer: Payer }) {
  const { payment, change } = part
  const { listingPlans } = useSettings()
  const { paymentMethod, amount } = payment
  const plan = listingPlans.find(({ price }) => price === readShillings(amount))
  const choose = (method: SellPayment['paymentMethod']) => {
    // A phone can be asked for a plan's price only.
    const asked = (planPaidBy(readShillings(amount) ?? 0, listingPlans) ?? listingPlans[0]).price
    change({ paymentMethod: method, ...(method === 'stk' ? { amount: String(asked) } : {}) })
  }
  return (
    <>
      <SellPlans chosen={plan} onChoose={({ price }) => change({ amount: String(price) })} />
      <Choices
        legend="How do you pay?"
        value={paymentMethod}
        onChange={choose}
        choices={[
          {
            value: 'message',
            label: 'I pay and paste the message',
            hint: 'Pay to our number, then paste the message M-Pesa sends you.',
          },
          {
            value: 'stk',
            label: 'Pay with M-Pesa now',
            hint: 'A request comes to your phone; enter your PIN. Nothing to paste.',
          },
        ]}
      />
      {payer.phone !== '' && payer.email !== '' && (
        <FillButton
          words="I pay myself: same phone and email as above"
          onFill={() =>
            change({
              mpesaPhoneNumber: payer.phone,
              email: payer.email,
              ...(payer.name ? { mpesaName: payer.name } : {}),
            })
          }
        />
      )}
      {paymentMethod === 'message' ? <ByMessage {...part} /> : <ByRequest {...part} />}
    </>
  )
}

function ByMessage({ payment, change, problems }: PaymentPartProps) {
  const { mpesa, listingPlans } = useSettings()
  const payTo =
    mpesa.businessName === ''
      ? { names: [], numbers: [] }
      : { names: [mpesa.businessName], numbers: [mpesa.businessNumber] }
  const told = toldMessage(payment, payTo, serverNow())
  const amount = readShillings(payment.amount)
  return (
    <>
      <SellPayee />
      <Field
        label="M-Pesa message"
        required
        hint="This helps us verify your payment quickly"
        error={problems.mpesaMessage}
      >
        <Textarea
          name="mpesaMessage"
          rows={4}
          autoComplete="off"
          spellCheck={false}
          placeholder="Paste the whole message, from its code on"
          value={payment.mpesaMessage}
          onChange={({ target }) => change({ mpesaMessage: target.value, ...filledByMessage(target.value) })}
        />
      </Field>
      {told && <SellMessageVerdict told={told} />}
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <PaymentInput
          {...{ payment, change, problems }}
          name="mpesaName"
          label="M-Pesa name"
          autoComplete="name"
          maxLength={100}
          hint="Of whoever paid."
        />
        <PhoneInput {...{ payment, change, problems }} hint="The number that paid." />
        <PaymentInput
          {...{ payment, change, problems }}
          name="amount"
          label="Amount paid (Ksh)"
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          hint={amount === undefined || amount < 1 ? undefined : planWords(amount, listingPlans)}
        />
        <EmailInput {...{ payment, change, problems }} />
      </div>
    </>
  )
}

function ByRequest({ payment, change, problems }: PaymentPartProps) {
  const amount = readShillings(payment.amount) ?? 0
  return (
    <>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <PhoneInput {...{ payment, change, problems }} hint="The Safaricom number that pays." />
        <EmailInput {...{ payment, change, problems }} />
      </div>
      <p className="flex items-start gap-3 rounded-md bg-acacia-tint p-4 text-acacia-deep">
        <Smartphone aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
          Once the car is listed we ask this phone to pay{' '}
          <strong className="figures text-ink">{showKsh(amount)}</strong>. You can ask again or use another
          number.
        </span>
      </p>
    </>
  )
}

type PaymentInputProps = PaymentPartProps & {
  name: Exclude<keyof SellPayment, 'paymentMethod' | 'mpesaMessage'>
  label: string
  hint?: string | undefined
} & Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'placeholder'>

function PaymentInput({ payment, change, problems, name, label, hint, ...rest }: PaymentInputProps) {
  return (
    <Field label={label} required hint={hint} error={problems[name]}>
      <Input
        {...rest}
        name={name}
        value={payment[name]}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </Field>
  )
}

function PhoneInput({ hint, ...part }: PaymentPartProps & { hint: string }) {
  return (
    <PaymentInput
      {...part}
      name="mpesaPhoneNumber"
      label="M-Pesa phone number"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={20}
      placeholder="0712345678"
      hint={networkHint(part.payment.mpesaPhoneNumber) ?? hint}
    />
  )
}

function EmailInput(part: PaymentPartProps) {
  return (
    <PaymentInput
      {...part}
      name="email"
      label="Payment email"
      type="email"
      inputMode="email"
      autoComplete="email"
      maxLength={254}
      placeholder="you@example.com"
      hint="We confirm the payment to it."
    />
  )
}
