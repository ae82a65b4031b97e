import { ApiError } from '@twende/contract/http/call.ts'
import {
  NOTIFICATION_TOPICS,
  type Notifications,
  type NotificationTopic,
} from '@twende/contract/notifications/notification-preferences.ts'
import { call } from '@twende/ui/api/call.ts'
import { Checkbox } from '@twende/ui/controls/field.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { useState } from 'react'

const labels: Record<NotificationTopic, { name: string; words: string }> = {
  bookings: { name: 'My bookings', words: 'Requested, confirmed, not paid in time' },
  listings: { name: 'My listings', words: 'Verified, to be changed, about to end' },
  orders: { name: 'My orders', words: 'Placed, on the way, delivered' },
}

/** Which mails come; each choice counts at once. */
export function AccountMails({ chosen }: { chosen: Notifications }) {
  const [wanted, setWanted] = useState(chosen)
  const choose = async (topic: NotificationTopic, on: boolean) => {
    setWanted((before) => ({ ...before, [topic]: on }))
    try {
      await call('POST /api/user/update', { body: { notifications: { [topic]: on } } })
      toast.success('Your changes are saved.', 'account')
    } catch (error) {
      setWanted((before) => ({ ...before, [topic]: !on }))
      toast.error(error instanceof ApiError ? error.message : 'Error connecting to server', 'account')
    }
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">Mails about</legend>
      {NOTIFICATION_TOPICS.map((topic) => (
        <Checkbox
          key={topic}
          checked={wanted[topic]}
          onChange={({ target }) => void choose(topic, target.checked)}
          label={
            <>
              <span className="font-semibold">{labels[topic].name}</span>
              <span className="block text-sm text-soft">{labels[topic].words}</span>
            </>
          }
        />
      ))}
    </fieldset>
  )
}
