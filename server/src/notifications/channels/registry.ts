import type { ChannelName } from '@twende/contract/notifications/notification-preferences.ts'
import type { ChannelDeps, ChannelSender, NotificationChannel } from './channel.ts'
import { mail, mailSettings, readMailConfig } from './mail.ts'

/** The settings of all channels in the environment. */
export const channelSettings = { ...mailSettings }

export function readChannelConfigs(set: Parameters<typeof readMailConfig>[0], publicUrl: string) {
  return { mail: readMailConfig(set, publicUrl) }
}

type ChannelConfigs = ReturnType<typeof readChannelConfigs>

export const channels: { readonly [Name in ChannelName]: NotificationChannel<ChannelConfigs[Name]> } = {
  mail,
}

/** By the name of the channel. */
export type ChannelSenders = ReadonlyMap<string, ChannelSender>

type Deps = Pick<ChannelDeps<never>, 'logger'> & {
  config: { channels: ChannelConfigs; publicUrl: string; dataDir: string }
}

export function openChannels({ config, logger }: Deps): ChannelSenders {
  const { publicUrl, dataDir } = config
  const open = <Name extends ChannelName>(name: Name) =>
    channels[name].open({ config: config.channels[name], publicUrl, dataDir, logger })
  return new Map(Object.keys(channels).map((name) => [name, open(name as ChannelName)]))
}
