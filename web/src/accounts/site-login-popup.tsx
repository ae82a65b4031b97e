import { LoginPopup, type SignUpFormProps } from '@twende/ui/accounts/login-popup.tsx'
import { closeLogin } from '@twende/ui/accounts/login-prompt.ts'
import { NewPasswordInput } from '@twende/ui/accounts/new-password-input.tsx'
import { EmailField, UNREACHABLE } from '@twende/ui/accounts/sign-in-forms.tsx'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Checkbox, Field, Input } from '@twende/ui/controls/field.tsx'
import { FormProblem, TextButton } from '@twende/ui/form/form-parts.tsx'
import { textOf, useSubmit } from '@twende/ui/form/use-submit.ts'
import { Link } from 'react-router'
import { links } from '../links.ts'

/** The login popup of the public site: people may sign up in it, and agree to the terms. */
export function SiteLoginPopup() {
  return <LoginPopup terms={<TermsCheckbox />} SignUpForm={SignUpForm} />
}

function SignUpForm({ email, onEmail, onDone, onLogin }: SignUpFormProps) {
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
