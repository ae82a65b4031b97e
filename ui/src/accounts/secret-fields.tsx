import { PASSWORD_LENGTH } from '@twende/contract/accounts/password-rules.ts'
import { m } from '@twende/messages'
import { useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Field, FieldError, Input } from '../controls/field.tsx'
import { type Bound, useBound } from '../form/fields.tsx'
import { PasswordInput } from '../form/form-parts.tsx'

const loadStrength = () => import('./password-strength.ts')

/**
 * A field for a new password that says at once if it is easy to guess. The lists of passwords are large, so they are
 * fetched when the field is used; without them the server alone decides, as it does in any case.
 */
export function NewPasswordField<Values extends FieldValues>(props: Bound<Values>) {
  const { frame, control } = useBound<Values>({
    ...props,
    required: true,
    onChosen: (typed) => void measure(typed),
  })
  const [easy, setEasy] = useState(false)
  const latest = useRef('')
  async function measure(password: string) {
    latest.current = password
    if (password.length < PASSWORD_LENGTH.least) return setEasy(false)
    const strength = await loadStrength().catch(() => undefined)
    if (latest.current === password) setEasy(strength?.isEasyToGuess(password) ?? false)
  }
  return (
    <Field {...frame}>
      <PasswordInput
        {...control}
        autoComplete="new-password"
        onFocus={() => void loadStrength().catch(() => {})}
      />
      <span role="status">{easy && <FieldError>{m.login_password_easy()}</FieldError>}</span>
    </Field>
  )
}

/** Six digits; phones offer what they received, and apps may be pasted from, with or without a space. */
export function CodeField<Values extends FieldValues>(props: Omit<Bound<Values>, 'label'>) {
  const { frame, control } = useBound<Values>({ ...props, label: m.login_code_label(), required: true })
  return (
    <Field {...frame}>
      <Input
        {...control}
        inputMode="numeric"
        autoComplete="one-time-code"
        className="text-2xl tracking-[0.4em] figures"
      />
    </Field>
  )
}
