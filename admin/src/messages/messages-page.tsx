import { showInstant } from '@twende/contract/calendar-day.ts'
import type { ContactMessage } from '@twende/contract/content/contact-message-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import type { UndeliveredNotification } from '@twende/contract/notifications/admin-notification-routes.ts'
import { m } from '@twende/messages'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { RotateCw, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { pageTitle } from '../frame/page.tsx'
import { useRights } from '../frame/rights.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { defineList, type ListSearch } from '../list/list-address.ts'
import type { Route } from './+types/messages-page'
import { ContactMessageCard } from './contact-message-card.tsx'

/** Messages of the contact form, and mails of ours that did not arrive. */
const list = defineList({
  path: links.messages,
  tabs: {
    name: 'mailbox',
    label: m.admin_messages_mailboxes_label,
    values: [
      { value: 'open', label: m.admin_messages_open, count: 'waiting' },
      { value: 'answered', label: m.admin_messages_answered },
      { value: 'suspicious', label: m.admin_messages_suspicious, count: 'waiting' },
      { value: 'failed', label: m.admin_messages_failed, count: 'late' },
      { value: 'retrying', label: m.admin_messages_retrying, count: 'waiting' },
    ],
  },
  fields: {},
})
type Search = ListSearch<typeof list>

const empty: Readonly<Record<Search['mailbox'], () => string>> = {
  open: m.admin_messages_open_empty,
  answered: m.admin_messages_answered_empty,
  suspicious: m.admin_messages_suspicious_empty,
  failed: m.admin_messages_failed_empty,
  retrying: m.admin_messages_retrying_empty,
}

export const clientLoader = listLoader(list, loadMailbox)

export const meta = () => pageTitle(m.admin_menu_messages())

/** Messages to us, and mails of ours that did not arrive. */
export default function MessagesPage({ loaderData }: Route.ComponentProps) {
  return (
    <AdminListPage
      title={m.admin_menu_messages()}
      list={list}
      loaded={loaderData}
      empty={({ mailbox }) => empty[mailbox]()}
      rowName={(row) => (isMessage(row) ? row.name : row.recipient)}
      bulk={[
        {
          label: m.admin_messages_answered_button(),
          applies: (row) => isMessage(row) && row.answeredAt === null,
          run: ({ _id }) =>
            call('POST /api/admin/message/:messageId/answered', {
              params: { messageId: _id },
              body: { answered: true },
            }),
        },
        {
          label: m.admin_messages_mail_retry(),
          applies: (row) => !isMessage(row) && row.canRetry,
          run: ({ _id }) =>
            call('POST /api/admin/notification/:notificationId/retry', { params: { notificationId: _id } }),
        },
      ]}
      card={(row) =>
        isMessage(row) ? <ContactMessageCard contactMessage={row} /> : <FailedMail mail={row} />
      }
    />
  )
}

type Mail = Reply<'GET /api/admin/notifications'>['data'][number]

const isMessage = (row: ContactMessage | Mail): row is ContactMessage => 'message' in row

/** What lies in a mailbox, and how much in each of them. */
async function loadMailbox({ mailbox, page }: Search) {
  const holdsMails = mailbox === 'failed' || mailbox === 'retrying'
  const [messages, mails] = await Promise.all([
    call('GET /api/admin/messages', { query: holdsMails ? { limit: 1 } : { state: mailbox, page } }),
    call('GET /api/admin/notifications', { query: holdsMails ? { state: mailbox, page } : { limit: 1 } }),
  ])
  const { data, pagination } = holdsMails ? mails : messages
  return {
    data: data as (ContactMessage | Mail)[],
    pagination,
    counts: { ...messages.counts, ...mails.counts },
  }
}

/** A mail of ours that did not arrive, why, and another try. */
function FailedMail({ mail }: { mail: UndeliveredNotification }) {
  const { _id, subject, recipient, error, givenUpAt, accountId, canRetry } = mail
  const { retry, pending } = useRetry(_id)
  const seesPeople = useRights().includes('people')
  return (
    <article aria-label={subject} className="panel p-4 sm:p-5">
      <h2 className="text-lg break-words">{subject}</h2>
      <p className="text-sm break-words text-soft">
        {m.admin_messages_mail_to({ recipient, time: showInstant(mail.writtenAt) })}
      </p>
      <p className="figures mt-3">
        <span className="font-medium break-words text-clay-deep">
          {error || m.admin_messages_mail_failed()}
        </span>{' '}
        {attemptsText(mail)}
      </p>
      {givenUpAt && !canRetry && (
        <p className="mt-2 text-sm text-soft">{m.admin_messages_mail_code_expired()}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {canRetry && (
          <Button
            size="sm"
            variant="secondary"
            icon={<RotateCw aria-hidden="true" className="size-4" />}
            pending={pending}
            onClick={() => void retry()}
          >
            {m.admin_messages_mail_retry()}
          </Button>
        )}
        {accountId && seesPeople && (
          <LinkButton
            size="sm"
            variant="quiet"
            to={links.person(accountId)}
            icon={<UserRound aria-hidden="true" className="size-4" />}
          >
            {m.admin_messages_mail_person()}
          </LinkButton>
        )}
      </div>
    </article>
  )
}

function attemptsText({ attempts, givenUpAt, nextTryAt }: UndeliveredNotification): string {
  if (givenUpAt) {
    return m.admin_messages_mail_attempts_given_up({ count: attempts, time: showInstant(givenUpAt) })
  }
  if (nextTryAt) {
    return m.admin_messages_mail_attempts_next({ count: attempts, time: showInstant(nextTryAt) })
  }
  return m.admin_messages_mail_attempts({ count: attempts })
}

function useRetry(notificationId: string) {
  const [pending, setPending] = useState(false)
  const { revalidate } = useRevalidator()
  const retry = async () => {
    setPending(true)
    try {
      toast.success(
        (await call('POST /api/admin/notification/:notificationId/retry', { params: { notificationId } }))
          .message,
      )
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    }
    await revalidate()
    setPending(false)
  }
  return { retry, pending }
}
