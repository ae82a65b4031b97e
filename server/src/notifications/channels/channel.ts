import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
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

export type ChannelDeps = { config: Config; logger: Logger }

/** One way to deliver notifications. Each is a file of this folder and a line in `registry.ts`. */
export type NotificationChannel = {
  /** The address on this channel; undefined if the person cannot be reached by it. */
  addressOf(contact: Contact): string | undefined
  open(deps: ChannelDeps): ChannelSender
}
