import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { whatsappLink } from '@twende/ui/address.ts'
import { call } from '@twende/ui/api/call.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { Form, TextareaField, TextField } from '@twende/ui/form/fields.tsx'
import { FormProblem } from '@twende/ui/form/form-parts.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { ArrowUpRight, CircleCheck, Clock, MapPin, MessageCircle, Phone } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/contact-page'

const loadSchema = () =>
  import('@twende/contract/content/contact-form.ts').then(({ ContactForm }) => ContactForm)

/** Where we post; an installation of one's own names its own accounts here. */
const socialLinks = [
  { name: 'Facebook', address: 'https://www.facebook.com/twende.example' },
  { name: 'Instagram', address: 'https://www.instagram.com/twende.example' },
  { name: 'X', address: 'https://x.com/twende_example' },
  { name: 'TikTok', address: 'https://www.tiktok.com/@twende.example' },
] as const

const linkLook =
  'inline-flex min-h-11 items-center font-semibold underline underline-offset-4 hover:text-acacia'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: m.contact_meta_title(),
    description: m.contact_meta_description(),
    path: links.contactUs,
    matches,
  })

export default function ContactPage() {
  return (
    <Container className="py-8 lg:py-16">
      <div className="grid gap-10 lg:grid-cols-2 lg:gap-20">
        <div>
          <p className="kicker mb-3">{m.nav_contact()}</p>
          <h1 className="headline">{m.contact_title()}</h1>
          <p className="mt-5 max-w-md text-lg text-soft">{m.contact_text()}</p>
          <ContactWays />
        </div>
        <section aria-labelledby="write-to-us" className="panel h-fit p-5 sm:p-8">
          <h2 id="write-to-us" className="text-2xl">
            {m.contact_form_title()}
          </h2>
          <ContactForm />
        </section>
      </div>
    </Container>
  )
}

/** How else to reach us: by phone, in a chat, at the door, and where we post pictures. */
function ContactWays() {
  const { whatsappNumber } = useSettings()
  const hello = whatsappLink(whatsappNumber, m.contact_whatsapp_text())
  return (
    <>
      <dl className="mt-8 border-t-2 border-ink">
        {whatsappNumber && (
          <>
            <Way icon={<MessageCircle />} name="WhatsApp">
              <a href={hello} target="_blank" rel="noopener noreferrer" className={linkLook}>
                {m.contact_chat()}
              </a>
            </Way>
            <Way icon={<Phone />} name={m.common_phone()}>
              <a href={`tel:+${whatsappNumber}`} className={`figures ${linkLook}`}>
                {showPhone(whatsappNumber)}
              </a>
            </Way>
          </>
        )}
        <Way icon={<Clock />} name={m.contact_hours()}>
          {m.contact_hours_text()}
        </Way>
        <Way icon={<MapPin />} name={m.contact_place()}>
          {m.contact_place_text()}
        </Way>
      </dl>
      <nav aria-label={m.contact_social()} className="mt-6">
        <ul className="flex flex-wrap gap-x-6">
          {socialLinks.map(({ name, address }) => (
            <li key={name}>
              <a
                href={address}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex min-h-11 items-center gap-1 font-semibold hover:text-acacia"
              >
                {name}
                <ArrowUpRight aria-hidden="true" className="size-4" />
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

function Way({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="grid min-h-14 items-center gap-x-4 border-b border-line py-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <dt className="flex items-center gap-3 text-soft [&_svg]:size-5 [&_svg]:text-acacia">
        {icon}
        {name}
      </dt>
      <dd className="pl-8 sm:pl-0">{children}</dd>
    </div>
  )
}

/** Writes to us; what was typed stays until it has arrived. */
function ContactForm() {
  const [sent, setSent] = useState(false)
  const hidden = useRef<HTMLInputElement>(null)
  const form = useAppForm({
    defaultValues: { name: '', email: '', message: '' },
    // Programs set the value without an event, so it is read where it stands.
    bodyOf: (typed) => ({ ...typed, botcheck: hidden.current?.value ?? '' }),
    schema: loadSchema,
    onSubmit: (body) => call('POST /api/contact', { body }),
    unreachable: m.contact_unreachable(),
  })
  const done = () => {
    setSent(true)
    form.reset()
  }
  if (sent) return <Sent onMore={() => setSent(false)} />
  return (
    <Form form={form} onDone={done} className="mt-5 flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField form={form} name="name" label={m.contact_name_label()} required autoComplete="name" />
        <TextField
          form={form}
          name="email"
          label={m.common_email()}
          required
          type="email"
          inputMode="email"
          autoComplete="email"
        />
      </div>
      <TextareaField form={form} name="message" label={m.contact_message_label()} required rows={7} />
      <HiddenField ref={hidden} />
      <FormProblem>{form.refusal}</FormProblem>
      <Button type="submit" size="lg" aria-disabled={form.pending} className="sm:self-start">
        {form.pending ? m.contact_sending() : m.contact_send()}
      </Button>
    </Form>
  )
}

/** No person sees it or comes to it by keyboard; machines fill in whatever there is. */
function HiddenField({ ref }: { ref: RefObject<HTMLInputElement | null> }) {
  return (
    <div aria-hidden="true" className="hidden">
      <input
        ref={ref}
        type="text"
        name="botcheck"
        tabIndex={-1}
        autoComplete="off"
        aria-label={m.contact_leave_empty()}
      />
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
        {m.contact_sent_title()}
      </p>
      <p className="mt-2 text-soft">{m.contact_sent_text()}</p>
      <Button variant="secondary" className="mt-6" onClick={onMore}>
        {m.contact_write_another()}
      </Button>
    </div>
  )
}
