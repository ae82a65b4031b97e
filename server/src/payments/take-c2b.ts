import { timingSafeEqual } from 'node:crypto'
import { keyFor } from '../accounts/keyed-hash.ts'
import type { AppDeps } from '../deps.ts'
import { readC2bConfirmation } from '../mpesa/daraja-messages.ts'
import { insertInboxMoney, insertUnreadableC2b } from './inbox-store.ts'
import { matchClaims } from './match-claims.ts'
import { insertMessageOfNobody } from './payment-message-store.ts'
import type { ClaimDeps } from './settle-claim.ts'
import { asText } from './take-callback.ts'

type C2bDeps = ClaimDeps & Pick<AppDeps, 'tokenSecret' | 'config'>

/** The unguessable end of the address where M-Pesa reports payments made by hand. */
export function c2bSecret(tokenSecret: string): string {
  return keyFor('c2b address', tokenSecret).toString('hex')
}

/** The end of the address where M-Pesa may ask whether to take such a payment. */
export function c2bValidationSecret(tokenSecret: string): string {
  return keyFor('c2b validation address', tokenSecret).toString('hex')
}

/** Keeps what M-Pesa says was paid by hand, word for word, and approves the claim that it bears out in everything. */
export async function takeC2b(
  deps: C2bDeps,
  { secret, body }: { secret: string; body: Buffer },
): Promise<void> {
  const now = deps.clock.now()
  const text = asText(body)
  if (!isOurs(secret, deps.tokenSecret)) return insertMessageOfNobody(deps.db, { body: text, now })
  const told = readC2bConfirmation(text)
  if (!told || !isOurLine(deps.config.mpesa, told.shortcode)) return insertUnreadableC2b(deps.db, text, now)
  const amount = Math.floor(told.amount)
  if (amount < 1 || amount > MOST_SHILLINGS) return insertUnreadableC2b(deps.db, text, now)
  await insertInboxMoney(deps.db, {
    receipt: told.receipt,
    amount,
    shortcode: told.shortcode,
    bill_reference: told.billReference,
    phone: told.phone ?? '',
    payer_name: told.payerName ?? '',
    paid_at: told.paidAt === undefined ? null : new Date(told.paidAt),
    body: text,
    received_at: now,
  })
  await matchClaims(deps, { code: told.receipt })
}

const MOST_SHILLINGS = 2_147_483_647

function isOurs(secret: string, tokenSecret: string): boolean {
  const ours = Buffer.from(c2bSecret(tokenSecret))
  const given = Buffer.from(secret)
  return ours.length === given.length && timingSafeEqual(ours, given)
}

/** A till is told under its own number or under that of its store. */
function isOurLine(mpesa: AppDeps['config']['mpesa'], shortcode: string): boolean {
  return mpesa.kind === 'simulator' || shortcode === mpesa.shortcode || shortcode === mpesa.tillNumber
}
