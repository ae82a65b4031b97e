import { m } from '@twende/messages'
import { localPath } from '@twende/messages/address.ts'
import { baseLocale, isLocale } from '@twende/messages/runtime'
import type { PlaceNames } from '../content/place-names.ts'
import { inLocale } from '../http/request-locale.ts'
import {
  isNotificationKind,
  type NotificationKind,
  type NotificationParams,
  type NotificationText,
  notificationKinds,
  type TextsOf,
} from './notification-kinds.ts'
import { accountTexts } from './texts/account-texts.ts'
import { bookingTexts } from './texts/booking-texts.ts'
import { listingTexts } from './texts/listing-texts.ts'
import { orderTexts } from './texts/order-texts.ts'
import { paymentTexts } from './texts/payment-texts.ts'
import { carTexts, operationTexts, yardTexts } from './texts/staff-texts.ts'

const texts: TextsOf<NotificationKind> = {
  ...accountTexts,
  ...bookingTexts,
  ...carTexts,
  ...operationTexts,
  ...listingTexts,
  ...orderTexts,
  ...paymentTexts,
  ...yardTexts,
}

/** A text with its greeting. */
export type ComposedText = NotificationText & { greeting: string }

export type StoredNotification = { kind: string; params: unknown; locale: string }

const NOT_TRANSLATED: PlaceNames = new Map()

/**
 * Makes subject and text of a stored notification, in its own language; throws if the program does not know the kind, or
 * the version of its parameters.
 */
export function composeText(
  { kind, params, locale }: StoredNotification,
  places: PlaceNames = NOT_TRANSLATED,
): ComposedText {
  if (!isNotificationKind(kind)) throw new Error(`unknown kind of notification: ${kind}`)
  return inLocale(isLocale(locale) ? locale : baseLocale, () =>
    composeKind(kind, notificationKinds[kind].document.read(params), places),
  )
}

/** The same for a list of notifications: undefined for one that cannot be read, because another version of the program wrote it. */
export function readableText(stored: StoredNotification): ComposedText | undefined {
  try {
    return composeText(stored)
  } catch {
    return undefined
  }
}

function composeKind<Kind extends NotificationKind>(
  kind: Kind,
  params: NotificationParams[Kind],
  places: PlaceNames,
) {
  const { subject, paragraphs, page } = texts[kind](params, places)
  return {
    subject: onOneLine(subject),
    greeting: greeting(params.name),
    paragraphs: paragraphs.filter((paragraph) => paragraph !== ''),
    ...(page && { page: { ...page, path: pathOf(page) } }),
  }
}

/** The admin app has the same addresses in every language. */
function pathOf({ path }: { path: string }): string {
  return path.startsWith('/admin/') ? path : localPath(path)
}

/** The text as the body of a mail; nothing when its secret was deleted. */
export function letterOf({ greeting, paragraphs, page }: ComposedText, publicUrl: string): string {
  if (paragraphs.length === 0) return ''
  const link = page ? [`${page.label}\n${publicUrl}${page.path}`] : []
  return [greeting, ...paragraphs, ...link, 'Twende'].join('\n\n').concat('\n')
}

const MAX_NAME_LENGTH = 30

/**
 * Anyone can register with any name and with somebody else's email address. Only a first word that is made of letters
 * is mailed: no advert and no link.
 */
function greeting(name: string): string {
  const [first = ''] = name.trim().split(/\s+/)
  const isName = /^\p{L}[\p{L}\p{M}'’-]*$/u.test(first) && first.length <= MAX_NAME_LENGTH
  return isName ? m.mail_greeting_name({ name: first }) : m.mail_greeting()
}

function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
