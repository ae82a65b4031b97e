import { m } from '@twende/messages'
import { LoginPopup, type SignUpFormProps } from '@twende/ui/accounts/login-popup.tsx'
import { closeLogin } from '@twende/ui/accounts/login-prompt.ts'
import { NewPasswordField } from '@twende/ui/accounts/secret-fields.tsx'
import { EmailField, termsProblem } from '@twende/ui/accounts/sign-in-forms.tsx'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { CheckboxField, Form, TextField } from '@twende/ui/form/fields.tsx'
import { FormProblem, TextButton } from '@twende/ui/form/form-parts.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { Link } from 'react-router'
import { links } from '../links.ts'

const loadSchema = () => import('@twende/contract/accounts/account-routes.ts').then(({ SignUp }) => SignUp)

/** The login popup of the public site: people may sign up in it, and agree to the terms. */
export function SiteLoginPopup() {
  return <LoginPopup terms={<Terms />} SignUpForm={SignUpForm} />
}

function SignUpForm({ email, onEmail, onDone, onLogin }: SignUpFormProps) {
  const form = useAppForm({
    defaultValues: { name: '', email, password: '', terms: false },
    bodyOf: (typed) => ({ name: typed.name, email: typed.email, password: typed.password }),
    schema: loadSchema,
    check: termsProblem,
    refusedAt: { email_taken: 'email', password_too_common: 'password' },
    onSubmit: async (body) => {
      const { token } = await call('POST /api/user/register', { body })
      if (!token) return m.common_invalid_answer()
      onDone(token)
      return undefined
    },
  })
  return (
    <Form form={form} className="flex flex-col gap-4">
      <TextField form={form} name="name" label={m.common_name()} required autoComplete="name" />
      <EmailField form={form} name="email" onChosen={onEmail} />
      <NewPasswordField
        form={form}
        name="password"
        label={m.common_password()}
        hint={m.login_new_password_hint()}
      />
      <CheckboxField form={form} name="terms" label={<Terms />} required />
      <FormProblem>{form.refusal}</FormProblem>
      <Button type="submit" wide pending={form.pending}>
        {m.login_create()}
      </Button>
      <p>
        <Sentence
          text={m.login_have_account()}
          marks={{ log_in: (text) => <TextButton onClick={onLogin}>{text}</TextButton> }}
        />
      </p>
    </Form>
  )
}

function Terms() {
  const leave = { onClick: closeLogin, className: 'font-semibold text-acacia underline underline-offset-4' }
  return (
    <Sentence
      text={m.login_agree()}
      marks={{
        terms: (text) => (
          <Link to={links.terms} {...leave}>
            {text}
          </Link>
        ),
        privacy: (text) => (
          <Link to={links.privacy} {...leave}>
            {text}
          </Link>
        ),
      }}
    />
  )
}
