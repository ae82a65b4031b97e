import { type ListingPlan, planLabel, planPaidBy } from '@twende/contract/listings/listing-plan.ts'
import { readShillings, showKsh } from '@twende/contract/money.ts'
import { networkHint } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Choices } from '@twende/ui/controls/choices.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { TextareaField, TextField } from '@twende/ui/form/fields.tsx'
import type { AppForm } from '@twende/ui/form/use-app-form.ts'
import { Smartphone } from 'lucide-react'
import { useId } from 'react'
import {
  filledByMessage,
  PastedMessageSummary,
  payToOf,
  planPaidText,
  readPastedMessage,
} from '../listing-form/pasted-message.tsx'
import { SellPayee } from '../listing-form/sell-payee.tsx'
import type { SellFields, SellPayment } from './sell-draft.ts'
import { FillButton } from './sell-known-person.tsx'

type PaymentPartProps = {
  payment: SellPayment
  change: (some: Partial<SellPayment>) => void
  form: AppForm<SellFields>
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
        legend={m.sell_pay_how()}
        value={paymentMethod}
        onChange={choose}
        choices={[
          {
            value: 'message',
            label: m.sell_pay_by_message(),
            hint: m.sell_pay_by_message_hint(),
          },
          {
            value: 'stk',
            label: m.sell_pay_by_phone(),
            hint: m.sell_pay_by_phone_hint(),
          },
        ]}
      />
      {payer.phone !== '' && payer.email !== '' && (
        <FillButton
          words={m.sell_fill_payer()}
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

function ByMessage({ payment, change, form }: PaymentPartProps) {
  const { mpesa, listingPlans } = useSettings()
  const pasted = readPastedMessage(payment, payToOf(mpesa), serverNow())
  const amount = readShillings(payment.amount)
  return (
    <>
      <SellPayee />
      <TextareaField
        form={form}
        name="mpesaMessage"
        label={m.sell_field_mpesa_message()}
        required
        hint={m.sell_field_mpesa_message_hint()}
        rows={4}
        autoComplete="off"
        spellCheck={false}
        placeholder={m.sell_field_mpesa_message_placeholder()}
        onChosen={(text) => change(filledByMessage(text))}
      />
      {pasted && <PastedMessageSummary pasted={pasted} />}
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="mpesaName"
          label={m.sell_field_mpesa_name()}
          required
          autoComplete="name"
          maxLength={100}
          hint={m.sell_field_mpesa_name_hint()}
        />
        <PhoneInput form={form} hint={m.sell_field_mpesa_phone_paid_hint()} />
        <TextField
          form={form}
          name="amount"
          label={m.sell_field_amount()}
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          hint={amount === undefined || amount < 1 ? undefined : planPaidText(amount, listingPlans)}
        />
        <EmailInput form={form} hint={m.sell_field_payment_email_hint()} />
      </div>
    </>
  )
}

function ByRequest({ payment, form }: PaymentPartProps) {
  const amount = readShillings(payment.amount) ?? 0
  return (
    <>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <PhoneInput form={form} hint={m.sell_field_mpesa_phone_hint()} />
        <EmailInput form={form} hint={m.sell_field_payment_email_hint_phone()} />
      </div>
      <p className="flex items-start gap-3 rounded-md bg-acacia-tint p-4 text-acacia-deep">
        <Smartphone aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
          <Sentence
            text={m.sell_pay_by_phone_note({ amount: showKsh(amount) })}
            marks={{ amount: (text) => <strong className="figures text-ink">{text}</strong> }}
          />
        </span>
      </p>
    </>
  )
}

type PaymentFieldProps = Pick<PaymentPartProps, 'form'>

function PhoneInput({ form, hint }: PaymentFieldProps & { hint: string }) {
  return (
    <TextField
      form={form}
      name="mpesaPhoneNumber"
      label={m.sell_field_mpesa_phone()}
      required
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={20}
      placeholder="0712345678"
      hint={networkHint(form.watch('mpesaPhoneNumber')) ?? hint}
    />
  )
}

function EmailInput({ form, hint }: PaymentFieldProps & { hint: string }) {
  return (
    <TextField
      form={form}
      name="email"
      label={m.sell_field_payment_email()}
      required
      type="email"
      inputMode="email"
      autoComplete="email"
      maxLength={254}
      placeholder={m.sell_field_email_placeholder()}
      hint={hint}
    />
  )
}

type SellPlansProps = { chosen: ListingPlan | undefined; onChoose: (plan: ListingPlan) => void }

/** The price list; choosing a plan fills in its amount. */
function SellPlans({ chosen, onChoose }: SellPlansProps) {
  const { listingPlans } = useSettings()
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">{m.sell_plans_legend()}</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {listingPlans.map((plan) => (
          <label
            key={plan.months}
            className="grid content-start gap-1 rounded-md border border-edge bg-card p-4 has-checked:border-acacia has-checked:bg-acacia-tint has-checked:ring-1 has-checked:ring-acacia has-focus-visible:outline-3 has-focus-visible:outline-acacia"
          >
            <span className="flex items-center justify-between gap-2">
              <span className="font-semibold">{planLabel(plan.months)}</span>
              <input
                type="radio"
                name={name}
                checked={chosen?.months === plan.months}
                onChange={() => onChoose(plan)}
                className="size-5 shrink-0 accent-acacia"
              />
            </span>
            <span className="figures font-display text-xl font-bold tracking-tight">
              {showKsh(plan.price)}
            </span>
            <span className="figures text-sm text-soft">
              {plan.months === 1
                ? m.sell_plan_quick()
                : m.sell_plan_monthly({ price: showKsh(Math.round(plan.price / plan.months)) })}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
