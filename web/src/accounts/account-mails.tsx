import type { Profile } from '@twende/contract/accounts/profile-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import {
  channelLabels,
  NOTIFICATION_TOPICS,
  type Notifications,
  type NotificationTopic,
} from '@twende/contract/notifications/notification-preferences.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Checkbox } from '@twende/ui/controls/field.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { useState } from 'react'

const labels: Record<NotificationTopic, { name: () => string; words: () => string }> = {
  bookings: { name: m.account_mail_bookings, words: m.account_mail_bookings_text },
  listings: { name: m.account_mail_listings, words: m.account_mail_listings_text },
  orders: { name: m.account_mail_orders, words: m.account_mail_orders_text },
}

/** Which notifications come, and by what besides mail; each choice counts at once. */
export function AccountMails({ profile }: { profile: Profile }) {
  const { notifications, channels, phone } = profile
  const [wanted, setWanted] = useState<Notifications>(notifications)
  const choose = async (topic: keyof Notifications, on: boolean) => {
    setWanted((before) => ({ ...before, [topic]: on }))
    try {
      await call('POST /api/user/update', { body: { notifications: { [topic]: on } } })
      toast.success(m.account_saved(), 'account')
    } catch (error) {
      setWanted((before) => ({ ...before, [topic]: !on }))
      toast.error(error instanceof ApiError ? error.message : m.common_unreachable(), 'account')
    }
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">{m.account_mails_legend()}</legend>
      {NOTIFICATION_TOPICS.map((topic) => (
        <Checkbox
          key={topic}
          checked={wanted[topic]}
          onChange={({ target }) => void choose(topic, target.checked)}
          label={
            <>
              <span className="font-semibold">{labels[topic].name()}</span>
              <span className="block text-sm text-soft">{labels[topic].words()}</span>
            </>
          }
        />
      ))}
      {channels.map((channel) => (
        <Checkbox
          key={channel}
          checked={wanted[channel]}
          disabled={phone === null && !wanted[channel]}
          onChange={({ target }) => void choose(channel, target.checked)}
          label={
            <>
              <span className="font-semibold">{channelLabels[channel]}</span>
              <span className="block text-sm text-soft">
                {phone === null
                  ? m.account_channel_phone_missing()
                  : m.account_channel_text({ phone: showPhone(phone) })}
              </span>
            </>
          }
        />
      ))}
    </fieldset>
  )
}
