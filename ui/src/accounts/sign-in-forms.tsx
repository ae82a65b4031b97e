import type { ProofQuestion } from '@twende/contract/accounts/second-factor.ts'
import { Link } from 'react-router'
import { call } from '../api/call.ts'
import { links } from '@twende/web/links.ts'
import { Button } from '../controls/button.tsx'
import { Checkbox, Field, Input } from '../controls/field.tsx'
import { FormProblem, PasswordInput, TextButton } from '../form/form-parts.tsx'
import { closeLogin } from './login-prompt.ts'
import { NewPasswordInput } from './new-password-input.tsx'
import { secondStepIn } from './second-step.ts'
import { textOf, useSubmit } from '../form/use-submit.ts'

const UNREACHABLE = 'Error connecting to server. Please try again.'

type EmailProps = { email: string; onEmail: (email: string) => void }

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
  onSignUp: () => void
}

export function LoginForm({ email, onEmail, onDone, onSecondStep, onForgot, onSignUp }: LoginFormProps) {
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
      <TermsCheckbox />
      <Button type="submit" wide pending={pending}>
        Login
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <TextButton onClick={onForgot}>Forgot password?</TextButton>
        <p>
          New here? <TextButton onClick={onSignUp}>Sign Up</TextButton>
        </p>
      </div>
    </form>
  )
}

type SignUpFormProps = EmailProps & { onDone: (token: string) => void; onLogin: () => void }

export function SignUpForm({ email, onEmail, onDone, onLogin }: SignUpFormProps) {
  const { submit, pending, problem } = useSubmit(async (form) => {
    const body = {
      name: textOf(form, 'name'),
      email: textOf(form, 'email'),
      password: textOf(form, 'password'),
    }
    onDone((await call('POST /api/user/register', { body })).token)
  }, UNREACHABLE)
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <FormProblem>{problem}</FormProblem>
      <Field label="Name" required>
        <Input name="name" autoComplete="name" required maxLength={80} />
      </Field>
      <EmailField email={email} onEmail={onEmail} />
      <Field label="Password" hint="At least 8 characters; a short sentence is best." required>
        <NewPasswordInput name="password" required />
      </Field>
      <TermsCheckbox />
      <Button type="submit" wide pending={pending}>
        Create account
      </Button>
      <p>
        Already have an account? <TextButton onClick={onLogin}>Login</TextButton>
      </p>
    </form>
  )
}

function TermsCheckbox() {
  const leave = { onClick: closeLogin, className: 'font-semibold text-acacia underline underline-offset-4' }
  return (
    <Checkbox
      name="terms"
      required
      label={
        <>
          I agree to the{' '}
          <Link to={links.terms} {...leave}>
            terms of use
          </Link>{' '}
          and the{' '}
          <Link to={links.privacy} {...leave}>
            privacy policy
          </Link>
        </>
      }
    />
  )
}
