import { createHash, timingSafeEqual } from 'node:crypto'
import { readMpesaMessage } from '@twende/contract/payments/mpesa-message.ts'
import { withoutBalance } from '@twende/contract/payments/mpesa-message-balance.ts'
import {
  MPESA_WARNINGS,
  type MpesaRecipient,
  mpesaProblemWords,
  mpesaWarnings,
  mpesaWarningWords,
} from '@twende/contract/payments/mpesa-message-warnings.ts'
import { normaliseKenyanPhone } from '@twende/contract/payments/phone-number.ts'
import type { ProofDisagreement } from '@twende/contract/payments/proof-evidence.ts'
import { readReference } from '@twende/contract/payments/typed-reference.ts'
import type { Db } from '../../../db/database.ts'
import { type ConfiguredSettings, readSettings } from '../../../settings/read-settings.ts'
import type { ProofReading, ProofStatement, ProofVerification, ReportedTransaction } from '../provider.ts'

/** M-Pesa messages that payers paste: how they are read, and compared with C2B transactions. */
export const mpesaProofs: ProofVerification = {
  method: 'message',
  read: readProof,
  compare: async (db, { config }, { proof, transaction }) => {
    const { mpesaAccountHint } = await readSettings(db, config)
    return disagreements(proof, transaction, mpesaAccountHint)
  },
  warningLabel: (code) => {
    const known = MPESA_WARNINGS.find((warning) => warning === code)
    return known === undefined ? code : mpesaWarningWords[known]()
  },
}

async function readProof(
  db: Db,
  { config }: { config: ConfiguredSettings },
  { text, amount, now }: { text: string; amount: number; now: Date },
): Promise<ProofReading> {
  const message = readMpesaMessage(text)
  // Without a code nobody could find the payment, or keep it from being used twice.
  if (!message.read) return { kind: 'unreadable', message: mpesaProblemWords[message.problem]() }
  const payTo = await recipientOf(db, config)
  return {
    kind: 'read',
    code: message.code,
    amount: message.amount > 0 ? message.amount : null,
    paidAt: message.paidAt,
    recipient: message.party,
    text: withoutBalance(text),
    warnings: mpesaWarnings(message, { payTo, amount, text }, now),
  }
}

/** A message may show our name only: without the setting, nothing tells whether the money went to somebody else. */
async function recipientOf(db: Db, config: ConfiguredSettings): Promise<MpesaRecipient> {
  const { mpesaBusinessName: name } = await readSettings(db, config)
  return name === ''
    ? { names: [], numbers: [] }
    : { names: [name], numbers: [config.payments.receiver.number] }
}

const MINUTE_MS = 60_000
const SAME_TIME_MS = 10 * MINUTE_MS
/** The clocks of M-Pesa and of this server differ a little. */
const CLOCKS_DIFFER_MS = 2 * MINUTE_MS

/**
 * Where a message and the C2B transaction with its code differ. Everything that M-Pesa reports must agree, and it must
 * be enough to identify the payer.
 */
function disagreements(
  proof: ProofStatement,
  money: ReportedTransaction,
  accountNumber: string,
): ProofDisagreement[] {
  const phone = comparePhones(money.phone, proof.payerPhone)
  const name = money.payerName === '' ? 'not_reported' : namesAgree(money.payerName, proof.payerName)
  const known = phone === 'same' || (phone === 'fits' && name === true)
  return [
    ...(money.amount === proof.amount ? [] : ['amount' as const]),
    ...(timesAgree(proof.paidAt, money.paidAt) ? [] : ['time' as const]),
    ...(money.paidAt && proof.submittedAt.getTime() < money.paidAt.getTime() - CLOCKS_DIFFER_MS
      ? ['filed_before_payment' as const]
      : []),
    ...(phone === 'other' ? ['phone' as const] : []),
    ...(name === false ? ['name' as const] : []),
    ...(!known && phone !== 'other' && name !== false ? ['payer_unknown' as const] : []),
    ...(referenceAgrees(money.reference, proof, accountNumber) ? [] : ['reference' as const]),
  ]
}

function timesAgree(stated: Date | null, reported: Date | null): boolean {
  if (reported === null || stated === null) return true
  return Math.abs(stated.getTime() - reported.getTime()) <= SAME_TIME_MS
}

/** `same`: the whole number agrees. `fits`: the digits that are shown do. */
function comparePhones(reported: string, phone: string): 'same' | 'fits' | 'other' | 'not_reported' {
  const text = reported.replace(/[\s+]/g, '')
  if (text === '') return 'not_reported'
  if (/^[0-9a-f]{64}$/i.test(text)) return isHashOf(text, phone) ? 'same' : 'other'
  const whole = normaliseKenyanPhone(text)
  if (whole !== undefined) return whole === phone ? 'same' : 'other'
  const masked = /^(\d{3,6})\*+(\d{3,6})$/.exec(text)
  if (!masked) return 'other'
  const [, begin = '', end = ''] = masked
  return phone.startsWith(begin) && phone.endsWith(end) ? 'fits' : 'other'
}

function isHashOf(hash: string, phone: string): boolean {
  return timingSafeEqual(Buffer.from(hash, 'hex'), createHash('sha256').update(phone).digest())
}

const MOST_WORDS_BESIDE = 2

/** The typed name may have fewer words than the reported one, or a few more, but not so many that one of them always fits. */
function namesAgree(reported: string, typed: string): boolean {
  const theirs = words(reported)
  const ours = words(typed)
  if (theirs.length === 1) return ours[0] === theirs[0] && ours.length <= 2 + MOST_WORDS_BESIDE
  const [fewer, more] = ours.length < theirs.length ? [ours, theirs] : [theirs, ours]
  return (
    fewer.length >= 2 &&
    more.length <= fewer.length + MOST_WORDS_BESIDE &&
    fewer.every((word) => more.includes(word))
  )
}

function words(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

const lettersAndDigits = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Payments to a till have no account number. Else it is the reference of the listing, the one in the instructions, or the payer's phone. */
function referenceAgrees(
  reported: string,
  { reference, payerPhone }: ProofStatement,
  accountNumber: string,
): boolean {
  const text = lettersAndDigits(reported)
  if (text === '' || readReference(reported) === reference) return true
  if (accountNumber !== '' && text === lettersAndDigits(accountNumber)) return true
  return normaliseKenyanPhone(reported) === payerPhone
}
