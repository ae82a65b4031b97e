import { showInstant } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import type { UndeliveredNotification } from '@twende/contract/notifications/admin-notification-routes.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { RotateCw, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { links } from '../links.ts'

/** A mail of ours that did not arrive, why, and another try. */
export function FailedMail({ mail }: { mail: UndeliveredNotification }) {
  const { _id, subject, recipient, attempts, error, givenUpAt, nextTryAt, accountId, canRetry } = mail
  const { retry, pending } = useRetry(_id)
  return (
    <article aria-label={subject} className="panel p-4 sm:p-5">
      <h2 className="text-lg break-words">{subject}</h2>
      <p className="text-sm break-words text-soft">
        to {recipient}, written {showInstant(mail.writtenAt)}
      </p>
      <p className="figures mt-3">
        <span className="font-medium break-words text-clay-deep">{error || 'It did not get through.'}</span>{' '}
        {attempts === 1 ? 'One try' : `${attempts} tries`}
        {givenUpAt && `, given up ${showInstant(givenUpAt)}`}
        {nextTryAt && `, next try ${showInstant(nextTryAt)}`}.
      </p>
      {givenUpAt && !canRetry && (
        <p className="mt-2 text-sm text-soft">
          It held a code that is no longer good: they ask for a new one.
        </p>
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
            Send again
          </Button>
        )}
        {accountId && (
          <LinkButton
            size="sm"
            variant="quiet"
            to={links.person(accountId)}
            icon={<UserRound aria-hidden="true" className="size-4" />}
          >
            To the person
          </LinkButton>
        )}
      </div>
    </article>
  )
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
