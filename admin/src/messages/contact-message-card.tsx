import { showInstant } from '@twende/contract/calendar-day.ts'
import type { ContactMessage } from '@twende/contract/content/contact-message-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { whatsappLink } from '@twende/ui/address.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { Check, Mail, MessageCircle, Phone, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { timeAgo } from '../frame/format-time.ts'
import { phoneIn, replyHref } from './contact-message-reply.ts'

/** A message of the contact form, and ways to answer it. It stays in sight while it can be put back. */
export function ContactMessageCard({ contactMessage: loaded }: { contactMessage: ContactMessage }) {
  const [state, setState] = useState({ loaded, contactMessage: loaded })
  if (state.loaded !== loaded) setState({ loaded, contactMessage: loaded })
  const { contactMessage } = state
  const answered = contactMessage.answeredAt !== null
  const mark = useMark(contactMessage, (marked) => setState({ loaded, contactMessage: marked }))
  return (
    <article
      aria-label={m.admin_messages_from_label({ name: contactMessage.name })}
      className="panel p-4 sm:p-5"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg break-words">{contactMessage.name}</h2>
        <p className="figures text-sm text-soft" title={showInstant(contactMessage.receivedAt)}>
          {timeAgo(contactMessage.receivedAt)}
        </p>
      </header>
      <p className="text-sm break-words text-soft">{contactMessage.email}</p>
      <p className="mt-3 max-w-prose break-words whitespace-pre-line">{contactMessage.message}</p>
      {contactMessage.forwardProblem && (
        <p className="mt-3 text-sm text-clay-deep">
          {m.admin_messages_forward_failed({ reason: contactMessage.forwardProblem })}
        </p>
      )}
      {contactMessage.answeredAt && (
        <p role="status" className="figures mt-3 text-sm font-medium text-acacia">
          {answeredText(contactMessage.answeredBy, showInstant(contactMessage.answeredAt))}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Reply contactMessage={contactMessage} />
        <Button
          size="sm"
          variant={answered ? 'quiet' : 'secondary'}
          icon={
            answered ? (
              <Undo2 aria-hidden="true" className="size-4" />
            ) : (
              <Check aria-hidden="true" className="size-4" />
            )
          }
          pending={mark.pending}
          onClick={() => void mark.to(!answered)}
        >
          {answered ? m.admin_messages_undo_button() : m.admin_messages_answered_button()}
        </Button>
      </div>
    </article>
  )
}

function answeredText(name: string | null, time: string): string {
  return name === null
    ? m.admin_messages_answered_by_former_staff({ time })
    : m.admin_messages_answered_by({ name, time })
}

function Reply({ contactMessage }: { contactMessage: ContactMessage }) {
  const phone = phoneIn(contactMessage.message)
  return (
    <>
      <LinkButton
        size="sm"
        href={replyHref(contactMessage)}
        icon={<Mail aria-hidden="true" className="size-4" />}
      >
        {m.admin_messages_reply_button()}
      </LinkButton>
      {phone && (
        <>
          <LinkButton
            size="sm"
            variant="secondary"
            href={whatsappLink(
              phone,
              `${m.admin_messages_whatsapp_greeting({ name: contactMessage.name })} `,
            )}
            target="_blank"
            rel="noreferrer"
            icon={<MessageCircle aria-hidden="true" className="size-4" />}
          >
            WhatsApp
          </LinkButton>
          <LinkButton
            size="sm"
            variant="secondary"
            href={`tel:+${phone}`}
            icon={<Phone aria-hidden="true" className="size-4" />}
          >
            {m.admin_messages_call_button()}
          </LinkButton>
        </>
      )}
    </>
  )
}

function useMark({ _id: messageId }: ContactMessage, onMarked: (contactMessage: ContactMessage) => void) {
  const [pending, setPending] = useState(false)
  const { revalidate } = useRevalidator()
  const to = async (answered: boolean) => {
    setPending(true)
    try {
      const request = { params: { messageId }, body: { answered } }
      const { data } = await call('POST /api/admin/message/:messageId/answered', request)
      onMarked(data)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
      if (error.status === 404) void revalidate()
    } finally {
      setPending(false)
    }
  }
  return { pending, to }
}
