import type { ChannelName } from '@twende/contract/notifications/notification-preferences.ts'
import type { ChannelDeps, ChannelSender, NotificationChannel } from './channel.ts'
import { mail } from './mail.ts'

export const channels: Readonly<Record<ChannelName, NotificationChannel>> = { mail }

/** By the name of the channel. */
export type ChannelSenders = ReadonlyMap<string, ChannelSender>

export function openChannels(deps: ChannelDeps): ChannelSenders {
  return new Map(Object.entries(channels).map(([name, channel]) => [name, channel.open(deps)]))
}
