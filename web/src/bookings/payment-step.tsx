import { policyWords, showMinutes } from '@twende/contract/bookings/cancellation-format.ts'
import { MPESA_LARGEST_PAYMENT } from '@twende/contract/business-constants.ts'
import { showKsh } from '@twende/contract/money.ts'
import { networkHint } from '@twende/contract/payments/phone-number.ts'
import { useFreshSettings, useSettings } from '@twende/ui/api/settings.ts'
import { Choices as Radios } from '@twende/ui/controls/choices.tsx'
import { FieldError } from '@twende/ui/controls/field.tsx'
import { Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { WhatsappMark } from '../frame/whatsapp-button.tsx'
import { BookingReview } from './booking-review.tsx'
import { TextChoice, type WizardForm } from './wizard-fields.tsx'
import type { FormStep } from './wizard-rules.ts'

type PaymentStepProps = { form: WizardForm; total: number; onChange: (step: FormStep) => void }

/** Step 3: how it is paid, after one more look at what is booked. */
export function PaymentStep({ form, total, onChange }: PaymentStepProps) {
  const { choices, change } = form
  const { bookingHoldMinutes: hold, cancellation } = useSettings()
  const mpesa = choices.paymentMethod === 'mpesa'
  // The terms that are shown here are those that are booked by.
  const readTerms = useEffectEvent(useFreshSettings())
  useEffect(() => void readTerms(), [])
  return (
    <div className="grid gap-6">
      <Radios
        legend="Payment method"
        value={choices.paymentMethod}
        onChange={(paymentMethod) => change({ paymentMethod })}
        choices={[
          {
            value: 'mpesa',
            label: 'M-Pesa',
            hint: 'A request comes to your phone; enter your PIN and you are booked.',
          },
          { value: 'whatsapp', label: 'WhatsApp', hint: 'Arrange the payment with us in a chat.' },
        ]}
      />
      {mpesa ? (
        <div className="grid gap-4">
          {total > MPESA_LARGEST_PAYMENT && (
            <FieldError>
              M-Pesa carries at most {showKsh(MPESA_LARGEST_PAYMENT)} a payment. Please choose WhatsApp, and
              we will arrange it with you.
            </FieldError>
          )}
          <TextChoice
            form={form}
            name="mpesaNumber"
            required
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={20}
            placeholder="0712 345 678"
            hint={networkHint(choices.mpesaNumber) ?? 'The Safaricom number that pays.'}
            className="max-w-sm"
          />
          {total <= MPESA_LARGEST_PAYMENT && (
            <Note icon={<Smartphone />}>
              We ask this phone to pay <strong className="figures text-ink">{showKsh(total)}</strong> and keep
              the car for you for up to {showMinutes(hold.mpesa)}. You can change the number or ask again.
            </Note>
          )}
        </div>
      ) : (
        <Note icon={<WhatsappMark />}>
          A chat with us opens with your booking in it. We keep the car for up to {showMinutes(hold.whatsapp)}{' '}
          while we agree on the payment, and confirm the booking ourselves.
        </Note>
      )}
      <BookingReview choices={choices} onChange={onChange} />
      <p className="text-sm text-soft">{policyWords(cancellation)}</p>
    </div>
  )
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-start gap-3 rounded-md bg-acacia-tint p-4 text-acacia-deep [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0">
      {icon}
      <span>{children}</span>
    </p>
  )
}
