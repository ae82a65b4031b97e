import { m } from '@twende/messages'
import { call } from '../api/call.ts'
import { Button } from '../controls/button.tsx'
import { Sentence } from '../controls/sentence.tsx'
import { Form } from '../form/fields.tsx'
import { FormProblem, TextButton } from '../form/form-parts.tsx'
import { useAppForm } from '../form/use-app-form.ts'
import { CodeField, NewPasswordField } from './secret-fields.tsx'
import { EmailField } from './sign-in-forms.tsx'

const loadRules = () => import('@twende/contract/accounts/account-routes.ts')

type ForgotFormProps = {
  email: string
  onEmail: (email: string) => void
  onSent: (words: string) => void
  onLogin: () => void
}

export function ForgotForm({ email, onEmail, onSent, onLogin }: ForgotFormProps) {
  const form = useAppForm({
    defaultValues: { email },
    schema: () => loadRules().then(({ ForgotPassword }) => ForgotPassword),
    onSubmit: async (body) => onSent((await call('POST /api/user/forgot-password', { body })).message),
    unreachable: m.login_forgot_failed(),
  })
  return (
    <Form form={form} className="flex flex-col gap-4">
      <EmailField form={form} name="email" onChosen={onEmail} />
      <FormProblem>{form.refusal}</FormProblem>
      <Button type="submit" wide pending={form.pending}>
        {m.login_forgot_send()}
      </Button>
      <p>
        <TextButton onClick={onLogin}>{m.login_back()}</TextButton>
      </p>
    </Form>
  )
}

type CodeFormProps = { email: string; onProved: () => void; onAgain: () => void }

export function CodeForm({ email, onProved, onAgain }: CodeFormProps) {
  const form = useAppForm({
    defaultValues: { code: '' },
    bodyOf: ({ code }) => ({ email, code }),
    schema: () => loadRules().then(({ VerifyCode }) => VerifyCode),
    refusedAt: { wrong_code: 'code' },
    onSubmit: async (body) => {
      await call('POST /api/user/verify-code', { body })
      onProved()
    },
    unreachable: m.login_code_failed(),
  })
  return (
    <Form form={form} className="flex flex-col gap-4">
      <CodeField form={form} name="code" hint={m.login_code_sent_to({ email })} />
      <FormProblem>{form.refusal}</FormProblem>
      <Button type="submit" wide pending={form.pending}>
        {m.login_code_verify()}
      </Button>
      <p>
        <Sentence
          text={m.login_code_again()}
          marks={{ send: (text) => <TextButton onClick={onAgain}>{text}</TextButton> }}
        />
      </p>
    </Form>
  )
}

export function ResetForm({ email, onDone }: { email: string; onDone: (words: string) => void }) {
  const form = useAppForm({
    defaultValues: { newPassword: '' },
    bodyOf: ({ newPassword }) => ({ email, newPassword }),
    schema: () => loadRules().then(({ ResetPassword }) => ResetPassword),
    refusedAt: { password_too_common: 'newPassword' },
    onSubmit: async (body) => onDone((await call('POST /api/user/reset-password', { body })).message),
    unreachable: m.login_reset_failed(),
  })
  return (
    <Form form={form} className="flex flex-col gap-4">
      <NewPasswordField
        form={form}
        name="newPassword"
        label={m.login_new_password_label()}
        hint={m.login_new_password_hint()}
      />
      <FormProblem>{form.refusal}</FormProblem>
      <Button type="submit" wide pending={form.pending}>
        {m.login_reset_password()}
      </Button>
    </Form>
  )
}
