import { PASSWORD_LENGTH } from '@twende/contract/accounts/password-rules.ts'
import { type ComponentProps, useRef, useState } from 'react'
import { FieldError } from '../controls/field.tsx'
import { PasswordInput } from '../form/form-parts.tsx'

const loadStrength = () => import('./password-strength.ts')

type Props = Omit<ComponentProps<typeof PasswordInput>, 'onFocus' | 'onChange' | 'autoComplete'>

/**
 * A field for a new password that says at once if it is easy to guess. The lists of passwords are large, so they are
 * fetched when the field is used; without them the server alone decides, as it does in any case.
 */
export function NewPasswordInput(props: Props) {
  const [easy, setEasy] = useState(false)
  const latest = useRef('')
  const measure = async (password: string) => {
    latest.current = password
    if (password.length < PASSWORD_LENGTH.least) return setEasy(false)
    const strength = await loadStrength().catch(() => undefined)
    if (latest.current === password) setEasy(strength?.isEasyToGuess(password) ?? false)
  }
  return (
    <>
      <PasswordInput
        {...props}
        autoComplete="new-password"
        minLength={PASSWORD_LENGTH.least}
        maxLength={PASSWORD_LENGTH.most}
        onFocus={() => void loadStrength().catch(() => {})}
        onChange={(event) => void measure(event.target.value)}
      />
      <span role="status">
        {easy && <FieldError>This password is easy to guess. Please choose another.</FieldError>}
      </span>
    </>
  )
}
