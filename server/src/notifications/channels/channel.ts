import type { Logger } from 'pino'
import type { ComposedText } from '../compose-text.ts'

/** How a person can be reached. */
export type Contact = { email: string; phone: string | null }

export type OutgoingMessage = {
  /** The same at every attempt: passed on, so that a message that is sent twice is recognised as one. */
  idempotencyKey: string
  kind: string
  /** What `addressOf` returned. */
  recipient: string
  text: ComposedText
  createdAt: Date
}

export type ChannelSender = {
  /** Delivers a message or throws; takes less than the lease of a notification. */
  send(message: OutgoingMessage): Promise<void>
  /** Whether every further attempt would fail as well, as for an address that does not exist. */
  isPermanent(error: unknown): boolean
}

export type ChannelDeps<ChannelConfig> = {
  /** What the channel read of its settings. */
  config: ChannelConfig
  publicUrl: string
  dataDir: string
  logger: Logger
}

/** One way to deliver notifications. Each is a file of this folder, with its settings, and its lines in `registry.ts`. */
export type NotificationChannel<ChannelConfig> = {
  /** The address on this channel; undefined if the person cannot be reached by it. */
  addressOf(contact: Contact): string | undefined
  /** Whether people may choose it; without this function, always. */
  isOffered?(config: ChannelConfig, market: { demo: boolean }): boolean
  /** Of a channel that calls a provider over HTTP: where, and the setting that says so. */
  calls?(config: ChannelConfig): { setting: string; url: string } | undefined
  /** Of a channel that costs money for each message, to the person or to the business. */
  limits?: {
    /** It is sent only the kinds of `SHORT_KINDS`. */
    shortKindsOnly: boolean
    /** The most within 24 hours to one address, and to one account at any address. */
    mostPerDay: number
  }
  open(deps: ChannelDeps<ChannelConfig>): ChannelSender
}
