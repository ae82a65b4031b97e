import {
  CONTACT_CODE_MINUTES,
  type ContactProofNeeded,
  contactProofIn,
  type ProofWay,
} from '@twende/contract/accounts/contact-proof.ts'
import { m } from '@twende/messages'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Sentence } from '../controls/sentence.tsx'
import { Form, TextField } from '../form/fields.tsx'
import { FormProblem, TextButton } from '../form/form-parts.tsx'
import { useAppForm, useFirstFocus } from '../form/use-app-form.ts'
import type { ContactProofRequest } from './contact-proof-prompt.ts'
import { CodeField } from './secret-fields.tsx'
import { EmailField } from './sign-in-forms.tsx'

const loadRules = () => import('@twende/contract/accounts/contact-proof-routes.ts')

type Contact = { email: string } | { phone: string }
type Sent = { contact: Contact; challenge: string }

async function sendCode(contact: Contact): Promise<Sent> {
  const { data } = await call('POST /api/user/contact-code', { body: contact })
  return { contact, challenge: data.challenge }
}

type ContactProofDialogProps = { open: boolean; request: ContactProofRequest }

/**
 * Asks for an email address or a phone number, then for the code that was sent there. What was typed on the page behind it
 * stays, and is sent again once the code is right. Import it lazily.
 */
export function ContactProofDialog({ open, request }: ContactProofDialogProps) {
  const { refusal, answer } = request
  const needed = contactProofIn(refusal.data)
  const [sent, setSent] = useState<Sent>()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || answer(false)}
      size="sm"
      title={m.contact_proof_title()}
      description={refusal.message}
    >
      {sent ? (
        <CodeStep
          key={sent.challenge}
          sent={sent}
          onProved={() => answer(true)}
          onAgain={async () => setSent(await sendCode(sent.contact))}
          onOther={needed.emailFixed ? undefined : () => setSent(undefined)}
        />
      ) : (
        <ContactStep needed={needed} onSent={setSent} />
      )}
    </Dialog>
  )
}

type ContactStepProps = { needed: ContactProofNeeded; onSent: (sent: Sent) => void }

function ContactStep({ needed, onSent }: ContactStepProps) {
  const { ways, email, emailFixed } = needed
  const [way, setWay] = useState<ProofWay>(ways[0] ?? 'email')
  const form = useAppForm({
    defaultValues: { email, phone: '' },
    bodyOf: (typed): Contact => (way === 'email' ? { email: typed.email } : { phone: typed.phone }),
    schema: () => loadRules().then(({ ContactCodeRequest }) => ContactCodeRequest),
    onSubmit: async (contact) => onSent(await sendCode(contact)),
  })
  useFirstFocus(form)
  return (
    <Form form={form} className="flex flex-col gap-4">
      {emailFixed ? (
        <p translate="no" className="font-semibold break-all">
          {email}
        </p>
      ) : way === 'email' ? (
        <EmailField form={form} name="email" hint={m.contact_proof_hint()} />
      ) : (
        <TextField
          form={form}
          name="phone"
          label={m.common_phone()}
          hint={m.contact_proof_hint()}
          required
          figures
          type="tel"
          autoComplete="tel"
          inputMode="tel"
        />
      )}
      <FormProblem>{form.refusal}</FormProblem>
      <Button type="submit" wide pending={form.pending}>
        {m.contact_proof_send()}
      </Button>
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <p key={other}>
            <TextButton onClick={() => setWay(other)}>
              {other === 'sms' ? m.contact_proof_by_sms() : m.contact_proof_by_email()}
            </TextButton>
          </p>
        ))}
    </Form>
  )
}

type CodeStepProps = {
  sent: Sent
  onProved: () => void
  onAgain: () => Promise<void>
  onOther: (() => void) | undefined
}

function CodeStep({ sent: { contact, challenge }, onProved, onAgain, onOther }: CodeStepProps) {
  const form = useAppForm({
    defaultValues: { code: '' },
    bodyOf: ({ code }) => ({ ...contact, challenge, code }),
    schema: () => loadRules().then(({ ContactProof }) => ContactProof),
    refusedAt: { wrong_code: 'code' },
    onSubmit: async (body) => {
      await call('POST /api/user/contact-proof', { body })
      onProved()
    },
    unreachable: m.login_code_failed(),
  })
  const again = useAppForm({ defaultValues: {}, onSubmit: onAgain })
  useFirstFocus(form)
  const where = 'email' in contact ? contact.email : contact.phone
  return (
    <Form form={form} className="flex flex-col gap-4">
      <CodeField
        form={form}
        name="code"
        hint={m.contact_proof_sent_to({ contact: where, minutes: CONTACT_CODE_MINUTES })}
      />
      <FormProblem>{form.refusal ?? again.refusal}</FormProblem>
      <Button type="submit" wide pending={form.pending}>
        {m.contact_proof_confirm()}
      </Button>
      <p>
        <Sentence
          text={m.contact_proof_again()}
          marks={{ send: (text) => <TextButton onClick={() => void again.submit()}>{text}</TextButton> }}
        />
      </p>
      {onOther && (
        <p>
          <TextButton onClick={onOther}>{m.contact_proof_other()}</TextButton>
        </p>
      )}
    </Form>
  )
}
