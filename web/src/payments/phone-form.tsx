import { showKsh } from '@twende/contract/money.ts'
import { networkHint, normaliseKenyanPhone } from '@twende/contract/payments/phone-number.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Field, FieldError, Input } from '@twende/ui/controls/field.tsx'
import { useEffect, useRef, useState } from 'react'
import { showSeconds, useSecondsLeft } from './use-seconds-left.ts'

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

const WRONG = 'Please enter a valid Kenyan phone number (e.g., 254712345678 or 0712345678)'

/** Which phone is asked to pay. */
export function PhoneForm(props: PhoneFormProps) {
  const { amount, notBefore, pending, trouble, onSend, onCancel } = props
  const [phone, setPhone] = useState(props.phone)
  const [wrong, setWrong] = useState(false)
  const wait = useSecondsLeft(notBefore) ?? 0
  const input = useRef<HTMLInputElement>(null)
  const valid = normaliseKenyanPhone(phone) !== undefined
  const changing = onCancel !== undefined

  // Whoever asked for another number wants to type it.
  useEffect(() => {
    if (changing) input.current?.select()
  }, [changing])

  return (
    <form
      noValidate
      className="mx-auto grid w-full max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setWrong(!valid)
        if (valid && wait === 0) onSend(phone.trim())
        else input.current?.focus()
      }}
    >
      <Field
        label="M-Pesa number"
        required
        error={wrong && !valid ? WRONG : undefined}
        hint={networkHint(phone) ?? 'The Safaricom number that pays.'}
      >
        <Input
          ref={input}
          name="mpesaNumber"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={20}
          placeholder="0712 345 678"
          value={phone}
          onChange={({ target }) => setPhone(target.value)}
        />
      </Field>
      {trouble && (
        <div role="alert">
          <FieldError>{trouble}</FieldError>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending} disabled={phone.trim() === '' || wait > 0}>
          {wait > 0 ? (
            <span className="figures">Ask this phone in {showSeconds(wait)}</span>
          ) : (
            `Ask this phone for ${showKsh(amount)}`
          )}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Back
          </Button>
        )}
      </div>
    </form>
  )
}
