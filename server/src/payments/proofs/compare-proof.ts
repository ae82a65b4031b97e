import { createHash, timingSafeEqual } from 'node:crypto'
import { normaliseKenyanPhone } from '@twende/contract/payments/phone-number.ts'
import type { ProofDisagreement } from '@twende/contract/payments/proof-evidence.ts'

/** What a seller says of a payment. */
export type ProofFacts = {
  amount: number
  /** As the message says; null when it says nothing. */
  paidAt: Date | null
  payerName: string
  /** In its stored form. */
  payerPhone: string
  filedAt: Date
  /** The reference of the listing that it is for. */
  reference: string
}

/** What M-Pesa says of the money with its code. */
export type ProviderTransaction = {
  amount: number
  paidAt: Date | null
  payerName: string
  /** Masked, hashed, or as it is. */
  phone: string
  reference: string
}

const MINUTE_MS = 60_000
const SAME_TIME_MS = 10 * MINUTE_MS
/** The clocks of M-Pesa and of this server differ a little. */
const CLOCKS_DIFFER_MS = 2 * MINUTE_MS

/**
 * Where a proof and M-Pesa's own word differ, all that both tell of the payer and the purpose compared. Nothing that
 * M-Pesa tells may differ, and what it tells must be enough to know the payer by.
 */
export function disagreements(
  proof: ProofFacts,
  money: ProviderTransaction,
  accountNumber: string,
): Extract<
  ProofDisagreement,
  'amount' | 'time' | 'filed_before_payment' | 'phone' | 'name' | 'payer_unknown' | 'reference'
>[] {
  const phone = comparePhones(money.phone, proof.payerPhone)
  const name = money.payerName === '' ? 'untold' : namesAgree(money.payerName, proof.payerName)
  const known = phone === 'same' || (phone === 'fits' && name === true)
  return [
    ...(money.amount === proof.amount ? [] : ['amount' as const]),
    ...(timesAgree(proof.paidAt, money.paidAt) ? [] : ['time' as const]),
    ...(money.paidAt && proof.filedAt.getTime() < money.paidAt.getTime() - CLOCKS_DIFFER_MS
      ? ['filed_before_payment' as const]
      : []),
    ...(phone === 'other' ? ['phone' as const] : []),
    ...(name === false ? ['name' as const] : []),
    ...(!known && phone !== 'other' && name !== false ? ['payer_unknown' as const] : []),
    ...(referenceAgrees(money.reference, proof, accountNumber) ? [] : ['reference' as const]),
  ]
}

function timesAgree(said: Date | null, told: Date | null): boolean {
  if (told === null || said === null) return true
  return Math.abs(said.getTime() - told.getTime()) <= SAME_TIME_MS
}

/** `same`: the whole number agrees. `fits`: the digits that are shown do. */
function comparePhones(told: string, phone: string): 'same' | 'fits' | 'other' | 'untold' {
  const text = told.replace(/[\s+]/g, '')
  if (text === '') return 'untold'
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

/** Typed words may be fewer or a little more than those that M-Pesa tells, but not so many that one of them fits anyhow. */
function namesAgree(told: string, typed: string): boolean {
  const theirs = words(told)
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

/** A till has no account number. Else it is the listing's, the one that payers are told to enter, or their own phone's. */
function referenceAgrees(
  told: string,
  { reference, payerPhone }: ProofFacts,
  accountNumber: string,
): boolean {
  const text = lettersOf(told)
  if (text === '' || text === reference) return true
  if (accountNumber !== '' && text === lettersOf(accountNumber)) return true
  return normaliseKenyanPhone(told) === payerPhone
}

/** The reference that an account number is meant to be: payers add spaces and small letters. */
export function lettersOf(reference: string): string {
  return reference.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
