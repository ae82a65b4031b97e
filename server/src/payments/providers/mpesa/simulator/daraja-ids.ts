import type { Clock, Random } from '../../../../basic-deps.ts'
import { mpesaTimestamp } from '../mpesa-timestamp.ts'

const REMEMBERED = 100_000
const HEX = '0123456789abcdef'
const DIGITS = '0123456789'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

export type DarajaIds = ReturnType<typeof createDarajaIds>

/** The names Daraja gives to things, in the shapes it gives them. */
export function createDarajaIds({ clock, random }: { clock: Clock; random: Random }) {
  const used = new Set<string>()
  const pick = (alphabet: string, length: number) => randomText(random, alphabet, length)

  function unused(make: () => string): string {
    if (used.size > REMEMBERED) used.clear()
    let id = make()
    while (used.has(id)) id = make()
    used.add(id)
    return id
  }

  return {
    /** `ac7b-470b-8df7-23ab3cef38271071873` */
    request: () => `${pick(HEX, 4)}-${pick(HEX, 4)}-${pick(HEX, 4)}-${pick(HEX, 12)}${pick(DIGITS, 7)}`,
    /** `ws_CO_` with the moment (day first), three digits and the last nine of the payer's number. */
    checkout: (phone: string) => {
      const at = mpesaTimestamp(clock.now())
      const moment = at.slice(6, 8) + at.slice(4, 6) + at.slice(0, 4) + at.slice(8)
      return unused(() => `ws_CO_${moment}${pick(DIGITS, 3)}${phone.slice(-9)}`)
    },
    /** `AG_20210709_12346c8e6f8858d7b70a` */
    conversation: () => `AG_${mpesaTimestamp(clock.now()).slice(0, 8)}_${pick(HEX, 20)}`,
    receipt: () => unused(() => randomReceipt(clock.now(), random)),
    accessToken: () => unused(() => pick(LETTERS + LETTERS.toLowerCase() + DIGITS, 28)),
    receiptOfNothing: () => `${receiptDay(clock.now())}0000000`,
  }
}

function randomText(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join('')
}

/** A receipt of a day, as M-Pesa writes them. */
export function randomReceipt(at: Date, random: Random): string {
  return receiptDay(at) + randomText(random, LETTERS + DIGITS, 7)
}

/** The first three characters of a receipt tell its day: year (A = 2006), month (A = January), day (1 to 9, A = 10). */
export function receiptDay(instant: Date): string {
  const at = mpesaTimestamp(instant)
  const [year, month, day] = [Number(at.slice(0, 4)), Number(at.slice(4, 6)), Number(at.slice(6, 8))]
  const dayCharacter = day < 10 ? String(day) : LETTERS.charAt(day - 10)
  return LETTERS.charAt((year - 2006) % 26) + LETTERS.charAt(month - 1) + dayCharacter
}
