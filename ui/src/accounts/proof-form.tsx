import type { PasskeyAssertion, ProofMethod, ProofQuestion } from '@twende/contract/accounts/second-factor.ts'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Field, Input } from '../controls/field.tsx'
import { FormProblem, PasswordInput, TextButton } from '../form/form-parts.tsx'
import { textOf, useSubmit } from '../form/use-submit.ts'
import { knowsPasskeys, signWithPasskey } from './passkey.ts'

export type Proof =
  | { code: string }
  | { recoveryCode: string }
  | { passkey: PasskeyAssertion }
  | { password: string }

const otherWays: Record<ProofMethod, string> = {
  passkey: 'Use a passkey',
  app: 'Use a code from the app',
  recovery: 'Use a recovery code',
  password: 'Use the password',
}

type ProofFormProps = {
  question: ProofQuestion
  yes: string
  /** Throws what the server refused it with. */
  onProof: (proof: Proof) => Promise<void>
}

/** Asks for one of the person's factors; they choose which. */
export function ProofForm({ question, yes, onProof }: ProofFormProps) {
  const methods = question.methods.filter((method) => method !== 'passkey' || knowsPasskeys())
  const [method, setMethod] = useState<ProofMethod>(methods[0] ?? 'recovery')
  const field = useFocusOn(method)
  const { submit, pending, problem, setProblem } = useSubmit(async (form) => {
    const proof = await proofOf(method, form, question)
    if (proof) await onProof(proof)
    else setProblem('The passkey was not used. Try again, or choose another way.')
  }, 'Error connecting to server. Please try again.')
  const choose = (next: ProofMethod) => {
    setProblem('')
    setMethod(next)
  }
  return (
    <form key={method} ref={field} onSubmit={submit} className="flex flex-col gap-4">
      <FormProblem>{problem}</FormProblem>
      <MethodField method={method} />
      <Button
        type="submit"
        wide
        pending={pending}
        icon={method === 'passkey' && <KeyRound aria-hidden="true" className="size-5" />}
      >
        {method === 'passkey' ? 'Use passkey' : yes}
      </Button>
      <div className="flex flex-wrap gap-x-4">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <TextButton key={other} onClick={() => choose(other)}>
              {otherWays[other]}
            </TextButton>
          ))}
      </div>
    </form>
  )
}

function MethodField({ method }: { method: ProofMethod }) {
  switch (method) {
    case 'passkey':
      return <p>Your device asks for your fingerprint, your face or its PIN.</p>
    case 'app':
      return <CodeField hint="The six digits that your authenticator app shows now." />
    case 'recovery':
      return (
        <Field label="Recovery code" hint="One of the ten that you kept. Each works once." required>
          <Input
            name="recoveryCode"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            maxLength={60}
            className="figures"
          />
        </Field>
      )
    case 'password':
      return (
        <Field label="Password" required>
          <PasswordInput name="password" autoComplete="current-password" required maxLength={256} />
        </Field>
      )
  }
}

/** Six digits; phones offer what they received, and apps may be pasted from, with or without a space. */
export function CodeField({ hint }: { hint: string }) {
  return (
    <Field label="Code" hint={hint} required>
      <Input
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\s*([0-9]\s*){6}"
        title="The code has six digits"
        required
        className="text-2xl tracking-[0.4em] figures"
      />
    </Field>
  )
}

async function proofOf(
  method: ProofMethod,
  form: FormData,
  { passkey: request }: ProofQuestion,
): Promise<Proof | undefined> {
  if (method === 'app') return { code: textOf(form, 'code') }
  if (method === 'recovery') return { recoveryCode: textOf(form, 'recoveryCode') }
  if (method === 'password') return { password: textOf(form, 'password') }
  const passkey = request ? await signWithPasskey(request) : undefined
  return passkey && { passkey }
}

/** Typing begins at once, once the dialog has noted where the focus was before. */
function useFocusOn(method: ProofMethod) {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way has another field
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('input, button[type="submit"]')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [method])
  return form
}
