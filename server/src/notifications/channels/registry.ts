import {
  CHOSEN_CHANNELS,
  type ChannelName,
  type ChosenChannel,
  MAIL,
} from '@twende/contract/notifications/notification-preferences.ts'
import type { ChannelDeps, ChannelSender, NotificationChannel } from './channel.ts'
import { mail, mailSettings, readMailConfig } from './mail.ts'
import { readSmsConfig, sms, smsSettings } from './sms.ts'

/** The settings of all channels in the environment. */
export const channelSettings = { ...mailSettings, ...smsSettings }

type ChannelSettings = Parameters<typeof readMailConfig>[0] & Parameters<typeof readSmsConfig>[0]

export function readChannelConfigs(set: ChannelSettings, publicUrl: string) {
  return { mail: readMailConfig(set, publicUrl), sms: readSmsConfig(set) }
}

type ChannelConfigs = ReturnType<typeof readChannelConfigs>

export const channels: { readonly [Name in ChannelName]: NotificationChannel<ChannelConfigs[Name]> } = {
  mail,
  sms,
}

/** The addresses that channels call over HTTP, each with its setting. */
export function channelAddresses(configs: ChannelConfigs): { setting: string; url: string }[] {
  const called = <Name extends ChannelName>(name: Name) => channels[name].calls?.(configs[name])
  return Object.keys(channels)
    .filter(isChannelName)
    .map(called)
    .filter((address) => address !== undefined)
}

type MarketConfig = { channels: ChannelConfigs; demo: boolean }

/** The channels besides mail that people of this market may choose. */
export function offeredChannels(config: MarketConfig): ChosenChannel[] {
  const isOffered = <Name extends ChosenChannel>(name: Name) =>
    channels[name].isOffered?.(config.channels[name], config) ?? true
  return CHOSEN_CHANNELS.filter(isOffered)
}

export function isChannelName(name: string): name is ChannelName {
  return Object.hasOwn(channels, name)
}

/** By the name of the channel. */
export type ChannelSenders = ReadonlyMap<string, ChannelSender>

type Deps = Pick<ChannelDeps<never>, 'logger'> & {
  config: MarketConfig & { publicUrl: string; dataDir: string }
}

/** Opens mail, and the channels that people of this market may choose. */
export function openChannels({ config, logger }: Deps): ChannelSenders {
  const { publicUrl, dataDir } = config
  const open = <Name extends ChannelName>(name: Name) =>
    channels[name].open({ config: config.channels[name], publicUrl, dataDir, logger })
  const names: ChannelName[] = [MAIL, ...offeredChannels(config)]
  return new Map(names.map((name) => [name, open(name)]))
}
