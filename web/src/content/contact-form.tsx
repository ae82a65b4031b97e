import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Field, Input, Textarea } from '@twende/ui/controls/field.tsx'
import { FormProblem } from '@twende/ui/form/form-parts.tsx'
import { textOf, useSubmit } from '@twende/ui/form/use-submit.ts'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

const UNREACHABLE = 'Error connecting to server. What you wrote is still here: please try again.'

/** Writes to us; what was typed stays until it has arrived. */
export function ContactForm() {
  const [sent, setSent] = useState(false)
  const { submit, pending, problem } = useSubmit(async (form) => {
    const body = {
      name: textOf(form, 'name'),
      email: textOf(form, 'email'),
      message: textOf(form, 'message'),
      botcheck: textOf(form, 'botcheck'),
    }
    await call('POST /api/contact', { body })
    setSent(true)
  }, UNREACHABLE)
  if (sent) return <Sent onMore={() => setSent(false)} />
  return (
    <form onSubmit={submit} className="mt-5 flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Full Name" required>
          <Input name="name" autoComplete="name" required maxLength={80} />
        </Field>
        <Field label="Email" required>
          <Input name="email" type="email" inputMode="email" autoComplete="email" required maxLength={254} />
        </Field>
      </div>
      <Field label="Message" required>
        <Textarea name="message" rows={7} required maxLength={4000} />
      </Field>
      <HiddenField />
      <FormProblem>{problem}</FormProblem>
      <Button type="submit" size="lg" aria-disabled={pending} className="sm:self-start">
        {pending ? 'Sending....' : 'Send Message'}
      </Button>
    </form>
  )
}

/** No person sees it or comes to it by keyboard; machines fill in whatever there is. */
function HiddenField() {
  return (
    <div aria-hidden="true" className="hidden">
      <input type="text" name="botcheck" tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
    </div>
  )
}

function Sent({ onMore }: { onMore: () => void }) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <div className="py-8">
      <CircleCheck aria-hidden="true" className="size-12 text-acacia" />
      <p
        ref={words}
        tabIndex={-1}
        role="status"
        className="mt-4 font-display text-2xl font-bold outline-none"
      >
        Form Submitted Successfully
      </p>
      <p className="mt-2 text-soft">Asante. We read every message, and answer within a working day.</p>
      <Button variant="secondary" className="mt-6" onClick={onMore}>
        Write another
      </Button>
    </div>
  )
}
