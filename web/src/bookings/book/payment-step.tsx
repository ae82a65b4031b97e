import type { ExtraLine } from '@twende/contract/bookings/booked-extras.ts'
import { policyWords, showMinutes } from '@twende/contract/bookings/cancellation-format.ts'
import { extraLabel } from '@twende/contract/bookings/extra-format.ts'
import type { PriceWithExtras } from '@twende/contract/bookings/price-of-extras.ts'
import { MPESA_LARGEST_PAYMENT } from '@twende/contract/business-constants.ts'
import { showDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { networkHint } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { useFreshSettings, useSettings } from '@twende/ui/api/settings.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Choices as Radios } from '@twende/ui/controls/choices.tsx'
import { FieldError } from '@twende/ui/controls/field.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { TextField } from '@twende/ui/form/fields.tsx'
import { Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { CatalogName, useCatalogNames } from '../../content/catalog-name.ts'
import { WhatsappMark } from '../../frame/whatsapp-mark.tsx'
import type { Choices } from './booking-choices.ts'
import { bindChoice, type WizardFields } from './wizard-fields.ts'
import type { FormStep } from './wizard-rules.ts'

type PaymentStepProps = {
  fields: WizardFields
  price: PriceWithExtras | undefined
  onChange: (step: FormStep) => void
}

/** Step 3: how it is paid, after one more look at what is booked. */
export function PaymentStep({ fields, price, onChange }: PaymentStepProps) {
  const total = price?.finalAmount ?? 0
  const { form, choices, change } = fields
  const { bookingHoldMinutes: hold, cancellation } = useSettings()
  const mpesa = choices.paymentMethod === 'mpesa'
  // The terms that are shown here are those that are booked by.
  const readTerms = useEffectEvent(useFreshSettings())
  // At once after a button is pressed a chat may be opened, not later.
  const prepare = useEffectEvent(form.prepare)
  useEffect(() => {
    void readTerms()
    prepare()
  }, [])
  return (
    <div className="grid gap-6">
      <Radios
        legend={m.book_method_label()}
        value={choices.paymentMethod}
        onChange={(paymentMethod) => change({ paymentMethod })}
        choices={[
          {
            value: 'mpesa',
            label: 'M-Pesa',
            hint: m.book_method_mpesa_hint(),
          },
          { value: 'whatsapp', label: 'WhatsApp', hint: m.book_method_whatsapp_hint() },
        ]}
      />
      {mpesa ? (
        <div className="grid gap-4">
          {total > MPESA_LARGEST_PAYMENT && (
            <FieldError>{m.book_mpesa_limit({ amount: showKsh(MPESA_LARGEST_PAYMENT) })}</FieldError>
          )}
          <TextField
            {...bindChoice(fields, 'mpesaNumber')}
            required
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={20}
            placeholder="0712 345 678"
            hint={networkHint(choices.mpesaNumber) ?? m.book_mpesa_hint()}
            className="max-w-sm"
          />
          {total <= MPESA_LARGEST_PAYMENT && (
            <Note icon={<Smartphone />}>
              <Sentence
                text={m.book_mpesa_note({ amount: showKsh(total), time: showMinutes(hold.mpesa) })}
                marks={{ amount: (text) => <strong className="figures text-ink">{text}</strong> }}
              />
            </Note>
          )}
        </div>
      ) : (
        <Note icon={<WhatsappMark />}>{m.book_whatsapp_note({ time: showMinutes(hold.whatsapp) })}</Note>
      )}
      <BookingReview choices={choices} extras={price?.extras ?? []} onChange={onChange} />
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

type BookingReviewProps = {
  choices: Choices
  extras: readonly ExtraLine[]
  onChange: (step: FormStep) => void
}

/** What was chosen in the first two steps, each with the way back to it. */
function BookingReview({ choices, extras, onChange }: BookingReviewProps) {
  const nameOf = useCatalogNames()
  const { pickupLocation, dropoffLocation } = choices
  return (
    <dl className="divide-y divide-line rounded-md border border-line">
      <Row term={m.book_pickup()} change={m.book_change_period()} onChange={() => onChange(1)}>
        {showDay(choices.startDate)}, {choices.pickupTime}
        <span className="block text-soft">
          <CatalogName kind="location" name={pickupLocation} />
        </span>
      </Row>
      <Row term={m.book_dropoff()}>
        {showDay(choices.endDate)}, {choices.dropoffTime}
        <span className="block text-soft">
          <CatalogName kind="location" name={dropoffLocation} />
        </span>
      </Row>
      <Row term={m.book_driver()} change={m.book_change_driver()} onChange={() => onChange(2)}>
        {choices.firstName.trim()} {choices.lastName.trim()}
        <span className="block text-soft">{choices.email.trim()}</span>
        <span className="figures block text-soft">{choices.phone.trim()} </span>
      </Row>
      {extras.length > 0 && (
        <Row term={m.book_extras()} change={m.book_change_extras()} onChange={() => onChange(2)}>
          {extras.map((line) => (
            <span key={line.kind} className="figures flex justify-between gap-4">
              <span>{extraLabel(line, (place) => nameOf('location', place))}</span>
              <span className="shrink-0">{showKsh(line.amount)}</span>
            </span>
          ))}
        </Row>
      )}
    </dl>
  )
}

type RowProps = { term: string; children: ReactNode; change?: string; onChange?: () => void }

function Row({ term, children, change, onChange }: RowProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-x-3 px-4 py-3 sm:grid-cols-[5rem_1fr_auto]">
      <dt className="text-sm font-semibold text-soft">{term}</dt>
      <dd className="col-span-full row-start-2 min-w-0 sm:col-span-1 sm:col-start-2 sm:row-start-1">
        {children}
      </dd>
      {onChange && (
        <dd className="col-start-2 row-start-1 sm:col-start-3">
          <Button
            variant="quiet"
            size="sm"
            className="-my-2.5 -mr-2.5"
            aria-label={change}
            onClick={onChange}
          >
            {m.book_change()}
          </Button>
        </dd>
      )}
    </div>
  )
}
