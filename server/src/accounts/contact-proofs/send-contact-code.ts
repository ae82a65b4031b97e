import { CONTACT_CODE_MINUTES } from '@twende/contract/accounts/contact-proof.ts'
import { m } from '@twende/messages'
import { v7 as uuidv7 } from 'uuid'
import type { Config } from '../../config/config.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import type { GuessLimit } from '../../http/limits/rate-limit.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import { writeChallenge } from './check-contact-code.ts'
import { type Contact, contactHash } from './contact.ts'
import { proofWays } from './proven-person.ts'

const CODE_DIGITS = 6
const HOUR = 3600
const DAY = 86_400

type SendDeps = Pick<AppDeps, 'db' | 'clock' | 'secrets' | 'tokenSecret' | 'countGuess'> & {
  config: Pick<Config, 'channels' | 'demo'>
}
type CodeRequest = { contact: Contact; network: string; currentUser: CurrentUser | undefined }

/** Sends a code, whoever has the address; returns the challenge with which the code is checked. */
export async function sendContactCode(
  deps: SendDeps,
  { contact, network, currentUser }: CodeRequest,
): Promise<{ challenge: string }> {
  const isSms = contact.phone !== undefined
  if (isSms && !proofWays(deps).includes('sms')) throw new AppError('contact_way_not_offered')
  const counted = await deps.countGuess(codeLimits(deps, { contact, network, currentUser }))
  if (!counted.allowed) {
    throw new AppError('contact_codes_used_up', {
      retryAfterSeconds: counted.retryAfterSeconds,
      ...(isSms && { message: m.error_contact_texts_used_up() }),
      securityFacts: { limitedBy: 'email' },
    })
  }
  const now = deps.clock.now()
  const code = deps.secrets.digits(CODE_DIGITS)
  const expiresAt = new Date(now.getTime() + CONTACT_CODE_MINUTES * 60_000)
  const id = deps.secrets.token()
  await deps.db.transaction().execute((tx) =>
    queueNotification(
      tx,
      {
        kind: 'contact_code',
        params: { name: '', expiresAt: expiresAt.toISOString(), secret: { code } },
        accountId: null,
        ...(contact.phone === undefined ? { email: contact.email } : { phoneOnly: contact.phone }),
        dedupeKey: `contact code ${uuidv7()}`,
      },
      now,
    ),
  )
  return { challenge: writeChallenge(deps, { id, expiresAt, contact, code }) }
}

/**
 * The narrowest limits first, so that what they refuse uses up nothing that others share. Nobody can fill a mailbox or a
 * phone: each gets six codes an hour, three of them from one network. A person who is signed in and proves the address of
 * the account has a count that strangers cannot use up. What all together, and all of one network, may send bounds the
 * cost; text messages cost money, so there are fewer.
 */
function codeLimits(
  { tokenSecret }: Pick<SendDeps, 'tokenSecret'>,
  { contact, network, currentUser }: CodeRequest,
): readonly GuessLimit[] {
  if (currentUser && contact.email === currentUser.email)
    return [{ bucket: `contact codes of ${currentUser.accountId}`, max: 5, seconds: HOUR }]
  const to = contactHash(contact, tokenSecret)
  const each = [
    { bucket: `contact codes to ${to} from ${network}`, max: 3, seconds: HOUR },
    { bucket: `contact codes to ${to}`, max: 6, seconds: HOUR },
    { bucket: `contact codes to ${to}`, max: 15, seconds: DAY },
  ]
  const ofAll = (kind: string, most: { network: number; hour: number; day: number }) => [
    { bucket: `contact ${kind} from ${network}`, max: most.network, seconds: HOUR },
    { bucket: `contact ${kind}`, max: most.hour, seconds: HOUR },
    { bucket: `contact ${kind}`, max: most.day, seconds: DAY },
  ]
  return contact.phone === undefined
    ? [...each, ...ofAll('mails', { network: 2000, hour: 6000, day: 30_000 })]
    : [...each, ...ofAll('texts', { network: 60, hour: 300, day: 1000 })]
}
