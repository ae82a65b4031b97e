import { showInstant } from '@twende/contract/calendar-day.ts'
import type { ContactMessage } from '@twende/contract/content/contact-message-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { whatsappLink } from '@twende/ui/address.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { Check, Mail, MessageCircle, Phone, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { waitedWords } from '../waited-words.ts'
import { phoneIn, replyHref } from './letter-words.ts'

/** A letter of the contact form, and ways to answer it. It stays in sight while it can be put back. */
export function Letter({ letter: loaded }: { letter: ContactMessage }) {
  const [state, setState] = useState({ loaded, letter: loaded })
  if (state.loaded !== loaded) setState({ loaded, letter: loaded })
  const { letter } = state
  const answered = letter.answeredAt !== null
  const mark = useMark(letter, (marked) => setState({ loaded, letter: marked }))
  return (
    <article aria-label={`From ${letter.name}`} className="panel p-4 sm:p-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg break-words">{letter.name}</h2>
        <p className="figures text-sm text-soft" title={showInstant(letter.receivedAt)}>
          {waitedWords(letter.receivedAt)}
        </p>
      </header>
      <p className="text-sm break-words text-soft">{letter.email}</p>
      <p className="mt-3 max-w-prose break-words whitespace-pre-line">{letter.message}</p>
      {letter.forwardProblem && (
        <p className="mt-3 text-sm text-clay-deep">
          The form service did not take it: {letter.forwardProblem}
        </p>
      )}
      {letter.answeredAt && (
        <p role="status" className="figures mt-3 text-sm font-medium text-acacia">
          Answered by {letter.answeredBy ?? 'somebody who left'}, {showInstant(letter.answeredAt)}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Reply letter={letter} />
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
          {answered ? 'Undo' : 'Mark answered'}
        </Button>
      </div>
    </article>
  )
}

function Reply({ letter }: { letter: ContactMessage }) {
  const phone = phoneIn(letter.message)
  return (
    <>
      <LinkButton size="sm" href={replyHref(letter)} icon={<Mail aria-hidden="true" className="size-4" />}>
        Reply by mail
      </LinkButton>
      {phone && (
        <>
          <LinkButton
            size="sm"
            variant="secondary"
            href={whatsappLink(phone, `Hello ${letter.name}, this is Twende. `)}
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
            Call
          </LinkButton>
        </>
      )}
    </>
  )
}

function useMark({ _id: messageId }: ContactMessage, onMarked: (letter: ContactMessage) => void) {
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
