import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { readMpesaMessage } from '@twende/contract/payments/mpesa-message.ts'
import { mpesaProblemWords } from '@twende/contract/payments/mpesa-message-warnings.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Form, NumberField, TextareaField, TextField } from '@twende/ui/form/fields.tsx'
import { FormProblem } from '@twende/ui/form/form-parts.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { useEffect } from 'react'
import {
  filledByMessage,
  PastedMessageSummary,
  payToOf,
  readPastedMessage,
} from '../listing-form/pasted-message.tsx'
import { SellPayee } from '../listing-form/sell-payee.tsx'
import { isSignedOut, paidBefore } from './own-listing-format.ts'

const loadSchema = () =>
  import('@twende/contract/listings/sell-submission.ts').then((module) => module.ListingRenewal)

type RenewByMessageProps = {
  listing: OwnListing
  amount: string
  onAmount: (amount: string) => void
  onSent: (listing: OwnListing) => void
}

/** Sends the M-Pesa message of a payment made by hand. */
export function RenewByMessage({ listing, amount, onAmount, onSent }: RenewByMessageProps) {
  const form = useRenewalForm(listing, amount, onSent)
  const { mpesa } = useSettings()
  const pasted = readPastedMessage(form.watch(), payToOf(mpesa), serverNow())
  const before = paidBefore(listing)
  return (
    <Form form={form} className="grid gap-5">
      <SellPayee />
      <TextareaField
        form={form}
        name="mpesaMessage"
        label={m.sell_field_mpesa_message()}
        required
        hint={m.sell_field_mpesa_message_hint()}
        rows={4}
        maxLength={1000}
        autoComplete="off"
        // The message knows better what was paid than the plan that was chosen.
        onChosen={(text) => onAmount(filledByMessage(text).amount ?? amount)}
      />
      {pasted && <PastedMessageSummary pasted={pasted} before={before} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <NumberField
          form={form}
          name="amount"
          label={m.sell_field_amount()}
          required
          hint={before > 0 ? m.renew_paid_before({ amount: showKsh(before) }) : undefined}
          maxLength={40}
          onChosen={onAmount}
        />
        <TextField
          form={form}
          name="mpesaPhoneNumber"
          label={m.sell_field_mpesa_phone()}
          required
          hint={m.sell_field_mpesa_phone_paid_hint()}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={20}
        />
      </div>
      <TextField
        form={form}
        name="mpesaName"
        label={m.sell_field_mpesa_name()}
        required
        hint={m.sell_field_mpesa_name_hint()}
        autoComplete="name"
        maxLength={100}
      />
      <FormProblem>{form.refusal}</FormProblem>
      <Button type="submit" pending={form.pending} className="justify-self-start max-sm:w-full">
        {m.renew_send()}
      </Button>
    </Form>
  )
}

function useRenewalForm(
  { _id: id, contactInfo }: OwnListing,
  amount: string,
  onSent: (listing: OwnListing) => void,
) {
  const session = useSession()
  const attempt = useAttemptKey()
  const form = useAppForm({
    defaultValues: {
      mpesaMessage: '',
      amount,
      mpesaPhoneNumber: showPhone(contactInfo.phone),
      mpesaName: session?.owner?.name ?? '',
    },
    bodyOf: (typed) => ({ id, paymentMethod: 'message' as const, ...typed }),
    schema: loadSchema,
    check: ({ mpesaMessage, mpesaPhoneNumber }) => {
      const reading = readMpesaMessage(mpesaMessage)
      return {
        mpesaMessage: reading.read ? undefined : mpesaProblemWords[reading.problem](),
        mpesaPhoneNumber: mpesaPhoneNumber.trim() ? undefined : m.validation_mpesa_phone(),
      }
    },
    onSubmit: async (body) => {
      try {
        // After a lost answer the same key asks what became of it: the code itself would count as used.
        const idempotencyKey = attempt.keyOf(body)
        onSent((await call('POST /api/sell/renew', { body }, { idempotencyKey })).data)
      } catch (error) {
        if (!isSignedOut(error)) throw error
        openLogin({ prompt: true, onSignedIn: () => void form.submit() })
      }
    },
    unreachable: m.common_unreachable(),
  })
  const { getValues, setValue, formState } = form
  const { isSubmitted } = formState
  // Another plan, or what a message says, is another amount.
  useEffect(() => {
    if (getValues('amount') !== amount) setValue('amount', amount, { shouldValidate: isSubmitted })
  }, [amount, getValues, setValue, isSubmitted])
  return form
}
