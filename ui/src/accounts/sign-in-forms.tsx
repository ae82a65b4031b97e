import type { ProofQuestion } from '@twende/contract/accounts/second-factor.ts'
import type { ReactNode } from 'react'
import { call } from '../api/call.ts'
import { Button } from '../controls/button.tsx'
import { Field, Input } from '../controls/field.tsx'
import { FormProblem, PasswordInput, TextButton } from '../form/form-parts.tsx'
import { textOf, useSubmit } from '../form/use-submit.ts'
import { secondStepIn } from './second-step.ts'

export const UNREACHABLE = 'Error connecting to server. Please try again.'

export type EmailProps = { email: string; onEmail: (email: string) => void }

export function EmailField({ email, onEmail }: EmailProps) {
  return (
    <Field label="Email" required>
      <Input
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        maxLength={254}
        value={email}
        onChange={(event) => onEmail(event.target.value)}
      />
    </Field>
  )
}

type LoginFormProps = EmailProps & {
  onDone: (token: string) => void
  /** The password was right, and the account has a second factor. */
  onSecondStep: (question: ProofQuestion) => void
  onForgot: () => void
  /** Left out where nobody signs up. */
  onSignUp?: (() => void) | undefined
  /** What has to be agreed to. */
  terms?: ReactNode
}

export function LoginForm(props: LoginFormProps) {
  const { email, onEmail, onDone, onSecondStep, onForgot, onSignUp, terms } = props
  const { submit, pending, problem } = useSubmit(async (form) => {
    const body = { email: textOf(form, 'email'), password: textOf(form, 'password') }
    try {
      onDone((await call('POST /api/user/login', { body })).token)
    } catch (error) {
      const question = secondStepIn(error)
      if (!question) throw error
      onSecondStep(question)
    }
  }, UNREACHABLE)
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <FormProblem>{problem}</FormProblem>
      <EmailField email={email} onEmail={onEmail} />
      <Field label="Password" required>
        <PasswordInput name="password" autoComplete="current-password" required maxLength={256} />
      </Field>
      {terms}
      <Button type="submit" wide pending={pending}>
        Login
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <TextButton onClick={onForgot}>Forgot password?</TextButton>
        {onSignUp && (
          <p>
            New here? <TextButton onClick={onSignUp}>Sign Up</TextButton>
          </p>
        )}
      </div>
    </form>
  )
}
