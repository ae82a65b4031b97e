import { showKsh } from '@twende/contract/money.ts'
import { networkHint, normaliseKenyanPhone, showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { FieldError } from '@twende/ui/controls/field.tsx'
import { Form, TextField } from '@twende/ui/form/fields.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useEffect } from 'react'
import { showSeconds, useSecondsLeft } from './countdown.tsx'

type PhoneFormProps = {
  phone: string
  amount: number
  /** One request may follow another only from then on. */
  notBefore: string | undefined
  pending: boolean
  trouble: string | undefined
  onSend: (phone: string) => void
  onCancel?: (() => void) | undefined
}

/** Which phone is asked to pay. */
export function PhoneForm(props: PhoneFormProps) {
  const { amount, notBefore, pending, trouble, onSend, onCancel } = props
  const wait = useSecondsLeft(notBefore) ?? 0
  const form = useAppForm({
    defaultValues: { mpesaNumber: showPhone(props.phone) },
    check: ({ mpesaNumber }) => ({
      mpesaNumber: normaliseKenyanPhone(mpesaNumber) ? undefined : m.payment_view_phone_wrong(),
    }),
    onSubmit: async ({ mpesaNumber }) => {
      if (wait === 0) onSend(mpesaNumber.trim())
    },
  })
  const phone = form.watch('mpesaNumber')
  const changing = onCancel !== undefined

  // Whoever asked for another number wants to type it.
  const { ref } = form
  useEffect(() => {
    if (changing) ref.current?.querySelector('input')?.select()
  }, [changing, ref])

  return (
    <Form form={form} className="mx-auto grid w-full max-w-md gap-4">
      <TextField
        form={form}
        name="mpesaNumber"
        label={m.payment_view_phone_label()}
        hint={networkHint(phone) ?? m.payment_view_phone_hint()}
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="0712 345 678"
      />
      {trouble && (
        <div role="alert">
          <FieldError>{trouble}</FieldError>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending} disabled={phone.trim() === '' || wait > 0}>
          {wait > 0 ? (
            <span className="figures">{m.payment_view_ask_in({ time: showSeconds(wait) })}</span>
          ) : (
            m.payment_view_ask({ amount: showKsh(amount) })
          )}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {m.common_back()}
          </Button>
        )}
      </div>
    </Form>
  )
}
