import type { PasskeyAssertion, ProofMethod, ProofQuestion } from '@twende/contract/accounts/second-factor.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { Button } from '../controls/button.tsx'
import { Form, PasswordField, TextField } from '../form/fields.tsx'
import { FormProblem, TextButton } from '../form/form-parts.tsx'
import { type AppForm, useAppForm, useFirstFocus } from '../form/use-app-form.ts'
import { knowsPasskeys, signWithPasskey } from './passkey.ts'
import { CodeField } from './secret-fields.tsx'

export type Proof =
  | { code: string }
  | { recoveryCode: string }
  | { passkey: PasskeyAssertion }
  | { password: string }

const otherWays: Record<ProofMethod, () => string> = {
  passkey: m.login_proof_other_passkey,
  app: m.login_proof_other_app,
  recovery: m.login_proof_other_recovery,
  password: m.login_proof_other_password,
}

type ProofFormProps = {
  question: ProofQuestion
  yes: string
  /** Throws what the server refused it with. */
  onProof: (proof: Proof) => Promise<void>
}

const loadSchema = () =>
  import('@twende/contract/accounts/second-factor-routes.ts').then(
    ({ secondFactorRoutes }) => secondFactorRoutes['POST /api/user/proof'].body,
  )

const typedFields = { app: 'code', recovery: 'recoveryCode', password: 'password' } as const

/** Asks for one of the person's factors; they choose which. */
export function ProofForm(props: ProofFormProps) {
  const methods = props.question.methods.filter((method) => method !== 'passkey' || knowsPasskeys())
  const [method, setMethod] = useState<ProofMethod>(methods[0] ?? 'recovery')
  return (
    <>
      <MethodForm key={method} {...props} method={method} />
      <div className="mt-4 flex flex-wrap gap-x-4">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <TextButton key={other} onClick={() => setMethod(other)}>
              {otherWays[other]()}
            </TextButton>
          ))}
      </div>
    </>
  )
}

function MethodForm({ question, yes, onProof, method }: ProofFormProps & { method: ProofMethod }) {
  const form = useAppForm({
    defaultValues: { code: '', recoveryCode: '', password: '' },
    bodyOf: (typed) => {
      const field = method === 'passkey' ? undefined : typedFields[method]
      return { challenge: question.challenge, ...(field && { [field]: typed[field] }) }
    },
    ...(method !== 'passkey' && { schema: loadSchema }),
    refusedAt: {
      wrong_second_factor: method === 'recovery' ? 'recoveryCode' : 'code',
      wrong_password: 'password',
    },
    onSubmit: async (_, typed) => {
      const proof = await proofOf(method, typed, question)
      if (!proof) return m.login_passkey_unused()
      await onProof(proof)
      return undefined
    },
  })
  useFirstFocus(form)
  const isPasskey = method === 'passkey'
  return (
    <Form form={form} className="flex flex-col gap-4">
      <MethodField form={form} method={method} />
      <FormProblem>{form.refusal}</FormProblem>
      <Button
        type="submit"
        wide
        pending={form.pending}
        icon={isPasskey && <KeyRound aria-hidden="true" className="size-5" />}
      >
        {isPasskey ? m.login_use_passkey() : yes}
      </Button>
    </Form>
  )
}

type TypedProof = { code: string; recoveryCode: string; password: string }
type MethodFieldProps = { form: AppForm<TypedProof>; method: ProofMethod }

function MethodField({ form, method }: MethodFieldProps) {
  switch (method) {
    case 'passkey':
      return <p>{m.login_passkey_text()}</p>
    case 'app':
      return <CodeField form={form} name="code" hint={m.login_app_code_hint()} />
    case 'recovery':
      return (
        <TextField
          form={form}
          name="recoveryCode"
          label={m.login_recovery_code_label()}
          hint={m.login_recovery_code_hint()}
          required
          figures
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      )
    case 'password':
      return (
        <PasswordField
          form={form}
          name="password"
          label={m.common_password()}
          required
          autoComplete="current-password"
        />
      )
  }
}

async function proofOf(
  method: ProofMethod,
  { code, recoveryCode, password }: TypedProof,
  { passkey: request }: ProofQuestion,
): Promise<Proof | undefined> {
  if (method === 'app') return { code }
  if (method === 'recovery') return { recoveryCode }
  if (method === 'password') return { password }
  const passkey = request ? await signWithPasskey(request) : undefined
  return passkey && { passkey }
}

type SecondStepFormProps = {
  question: ProofQuestion
  onDone: (token: string) => void
  /** Back to the password, with a sentence if that is not what the person chose. */
  onBack: (words?: string) => void
}

/** The second step of a log-in. Import it lazily: most people never see it. */
export function SecondStepForm({ question, onDone, onBack }: SecondStepFormProps) {
  async function finish(proof: Proof) {
    if ('password' in proof) return
    const body = { challenge: question.challenge, ...proof }
    try {
      onDone((await call('POST /api/user/second-factor', { body })).token)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'challenge_over') throw error
      onBack(error.message)
    }
  }
  return (
    <>
      <ProofForm question={question} yes={m.common_log_in()} onProof={finish} />
      <p className="mt-2">
        <TextButton onClick={() => onBack()}>{m.login_back()}</TextButton>
      </p>
    </>
  )
}
