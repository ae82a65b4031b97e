const PREFIX = 'BK|CAR|ORD|DEP'

/** The references that M-Pesa money can be matched with: a booking's, a listing's, an order's, a deposit's. */
export function isPurchaseReference(text: string): boolean {
  return /^(?:BK\d{4,6}|(?:CAR|ORD|DEP)\d{1,12})$/.test(text)
}

/** What may be a reference, also where more letters or digits are beside it. */
const ANY = new RegExp(`(?:${PREFIX})[^\\p{L}\\p{N}]*\\p{N}`, 'gu')

/** One that stands by itself. `CAR 2`, `DEP 500` and `ORD 3` may be words: their digits stand closer than those of `BK 1234`. */
const ALONE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(BK)\\s?|(${PREFIX}))[-.#:/]?(\\d+)(?![^\\p{L}\\p{N}]*\\p{N}|\\p{L})`,
  'gu',
)

/**
 * The reference that a payer typed: alone, with spaces, dashes or small letters, or among other words. Undefined where none
 * stands there, or several do, or where it may be a part of something longer.
 */
export function readReference(typed: string): string | undefined {
  const text = typed.normalize('NFKC').toUpperCase()
  const whole = text.replace(/[^A-Z0-9]/g, '')
  if (isPurchaseReference(whole) && !/[^\p{ASCII}]/u.test(text.replace(/[^\p{L}\p{N}]/gu, ''))) return whole
  const found = Array.from(text.matchAll(ALONE), ([, bk, prefix, digits]) => `${bk ?? prefix}${digits}`)
  const [only, ...others] = new Set(found)
  if (only === undefined || others.length > 0 || !isPurchaseReference(only)) return undefined
  return found.length === Array.from(text.matchAll(ANY)).length ? only : undefined
}
