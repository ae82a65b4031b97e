import type { ProofQuestion } from '@twende/contract/accounts/second-factor.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { call } from '../api/call.ts'
import { Button } from '../controls/button.tsx'
import { Sentence } from '../controls/sentence.tsx'
import { type Bound, CheckboxField, Form, PasswordField, TextField } from '../form/fields.tsx'
import { FormProblem, TextButton } from '../form/form-parts.tsx'
import { useAppForm } from '../form/use-app-form.ts'

export type EmailProps = {
  email: string
  /** Told of what is typed, so that the next form of the popup has it. */
  onEmail: (email: string) => void
}

export function EmailField<Values extends FieldValues>(props: Omit<Bound<Values>, 'label'>) {
  return (
    <TextField<Values>
      {...props}
      label={m.common_email()}
      required
      type="email"
      autoComplete="email"
      inputMode="email"
    />
  )
}

const loadSchema = () => import('@twende/contract/accounts/account-routes.ts').then(({ SignIn }) => SignIn)

type LoginFormProps = EmailProps & {
  onDone: (token: string) => void
  /** The password was right, and the account has a second factor. */
  onSecondStep: (question: ProofQuestion) => void
  onForgot: () => void
  /** Left out where nobody signs up. */
  onSignUp?: (() => void) | undefined
  /** What has to be agreed to, as the label of a checkbox. */
  terms?: ReactNode
}

export function LoginForm(props: LoginFormProps) {
  const { email, onEmail, onDone, onSecondStep, onForgot, onSignUp, terms } = props
  const form = useAppForm({
    defaultValues: { email, password: '', terms: terms === undefined },
    bodyOf: (typed) => ({ email: typed.email, password: typed.password }),
    schema: loadSchema,
    check: termsProblem,
    onSubmit: async (body) => {
      try {
        const { token } = await call('POST /api/user/login', { body })
        if (!token) return m.common_invalid_answer()
        onDone(token)
      } catch (error) {
        const question = secondStepIn(error)
        if (!question) throw error
        onSecondStep(question)
      }
      return undefined
    },
  })
  return (
    <Form form={form} className="flex flex-col gap-4">
      <EmailField form={form} name="email" onChosen={onEmail} />
      <PasswordField
        form={form}
        name="password"
        label={m.common_password()}
        required
        autoComplete="current-password"
      />
      {terms && <CheckboxField form={form} name="terms" label={terms} required />}
      <FormProblem>{form.refusal}</FormProblem>
      <Button type="submit" wide pending={form.pending}>
        {m.common_log_in()}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <TextButton onClick={onForgot}>{m.login_forgot_link()}</TextButton>
        {onSignUp && (
          <p>
            <Sentence
              text={m.login_new_here()}
              marks={{ sign_up: (text) => <TextButton onClick={onSignUp}>{text}</TextButton> }}
            />
          </p>
        )}
      </div>
    </Form>
  )
}

export function termsProblem({ terms }: { terms: boolean }) {
  return { terms: terms ? undefined : m.login_agree_missing() }
}

/** What a refused log-in asks next, if its password was right and the account has a second factor. */
function secondStepIn(error: unknown): ProofQuestion | undefined {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_needed') return undefined
  return isQuestion(error.data) ? error.data : undefined
}

function isQuestion(data: unknown): data is ProofQuestion {
  return typeof data === 'object' && data !== null && 'challenge' in data && 'methods' in data
}
