import * as z from 'zod/mini'

/** The channel by which every account is reached. */
export const MAIL = 'mail'
/** Channels that a person may choose besides mail. */
export const CHOSEN_CHANNELS = ['sms'] as const satisfies readonly string[]
export type ChosenChannel = (typeof CHOSEN_CHANNELS)[number]
export type ChannelName = typeof MAIL | ChosenChannel
/** Names that are the same in every language, such as SMS. */
export const channelLabels: Record<ChosenChannel, string> = { sms: 'SMS' }

/** Topics that a person may switch off. Messages about payments and account security are always sent. */
export const NOTIFICATION_TOPICS = ['bookings', 'listings', 'orders'] as const
export type NotificationTopic = (typeof NOTIFICATION_TOPICS)[number]

const Switch = /* @__PURE__ */ z.boolean()
const switches = { bookings: Switch, listings: Switch, orders: Switch, sms: Switch } satisfies Record<
  NotificationTopic | ChosenChannel,
  z.ZodMiniBoolean
>
/** Which topics are on, and which channels besides mail. */
export const Notifications = /* @__PURE__ */ z.object(switches)
export type Notifications = z.output<typeof Notifications>

/** What a person types before the account is deleted. */
export const DELETE_WORD = 'DELETE'
