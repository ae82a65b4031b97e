import { call } from '../api/call.ts'
import { Button } from '../controls/button.tsx'
import { Field, Input } from '../controls/field.tsx'
import { FormProblem, TextButton } from '../form/form-parts.tsx'
import { textOf, useSubmit } from '../form/use-submit.ts'
import { NewPasswordInput } from './new-password-input.tsx'
import { EmailField } from './sign-in-forms.tsx'

type ForgotFormProps = {
  email: string
  onEmail: (email: string) => void
  onSent: (words: string) => void
  onLogin: () => void
}

export function ForgotForm({ email, onEmail, onSent, onLogin }: ForgotFormProps) {
  const { submit, pending, problem } = useSubmit(async (form) => {
    const body = { email: textOf(form, 'email') }
    onSent((await call('POST /api/user/forgot-password', { body })).message)
  }, 'Failed to send email. Please try again later.')
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <FormProblem>{problem}</FormProblem>
      <EmailField email={email} onEmail={onEmail} />
      <Button type="submit" wide pending={pending}>
        Send code
      </Button>
      <p>
        <TextButton onClick={onLogin}>Back to login</TextButton>
      </p>
    </form>
  )
}

export function CodeForm({
  email,
  onProved,
  onAgain,
}: {
  email: string
  onProved: () => void
  onAgain: () => void
}) {
  const { submit, pending, problem } = useSubmit(async (form) => {
    await call('POST /api/user/verify-code', { body: { email, code: textOf(form, 'code') } })
    onProved()
  }, 'Failed to verify code. Please try again later.')
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <FormProblem>{problem}</FormProblem>
      <Field label="Code" hint={`Sent to ${email}`} required>
        <Input
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\s*[0-9]{6}\s*"
          title="The code has six digits"
          required
          className="text-2xl tracking-[0.4em] figures"
        />
      </Field>
      <Button type="submit" wide pending={pending}>
        Verify code
      </Button>
      <p>
        Nothing arrived? <TextButton onClick={onAgain}>Send it again</TextButton>
      </p>
    </form>
  )
}

export function ResetForm({ email, onDone }: { email: string; onDone: (words: string) => void }) {
  const { submit, pending, problem } = useSubmit(async (form) => {
    const body = { email, newPassword: textOf(form, 'newPassword') }
    onDone((await call('POST /api/user/reset-password', { body })).message)
  }, 'Failed to reset password. Please try again later.')
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <FormProblem>{problem}</FormProblem>
      <Field label="New password" hint="At least 8 characters; a short sentence is best." required>
        <NewPasswordInput name="newPassword" required />
      </Field>
      <Button type="submit" wide pending={pending}>
        Reset password
      </Button>
    </form>
  )
}
