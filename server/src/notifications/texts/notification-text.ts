import type { NotificationKind, NotificationParams } from '../notification-kinds.ts'

/**
 * What a notification says: plain text, short, with nothing in it that a stranger may not read. Empty paragraphs are
 * left out.
 */
export type NotificationText = { subject: string; paragraphs: readonly string[] }

/** One text for each kind. Another language is a second map of this type. */
export type TextsOf<Kinds extends NotificationKind> = {
  readonly [Kind in Kinds]: (params: NotificationParams[Kind]) => NotificationText
}
