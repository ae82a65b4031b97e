import { normalisePhone, withoutHomeZero } from '../payments/phone-number.ts'

const MOST_WORDS = 6

/** Shorter parts of a word with a dash are not searched alone: `CR-V` is not every text with `cr` and `v`. */
const SHORT = 2

/** Letters that have no base letter of their own; the function `searchable_text` of the database has the same. */
const PLAIN_LETTERS: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' }

/** A text as searches compare it: small letters without accents, apostrophes and signs that nobody sees. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/['`´ʹʻʼʽˈ‘’‚‛′ꞌ\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[øłđıßæœ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
}

/**
 * The words of a search text, as they stand in a searchable text: a phone number in any spelling is one word, and so is a name with
 * a short part, `CX-5`, `CX 5` and `cx5`. A text of signs alone is one word, which hardly anything has: it must not find everything.
 */
export function searchWords(text: string | undefined): string[] {
  const typed = text ?? ''
  const phone = searchedPhone(typed)
  if (phone !== undefined) return [phone]
  const words: string[] = []
  let last = ''
  for (const word of foldText(typed).match(/[\p{L}\p{N}]+(?:\p{Pd}+[\p{L}\p{N}]+)*/gu) ?? []) {
    const parts = word.split(/\p{Pd}+/u)
    const isOne = parts.some(({ length }) => length <= SHORT) || isReference(parts)
    const found = isOne ? [parts.join('')] : parts
    const areShort = last !== '' && last.length <= SHORT && word.length <= SHORT
    if (areShort || isReference([last, word])) words.push(`${words.pop()}${word}`)
    else words.push(...found)
    last = word
  }
  const signs = foldText(typed).replace(/\s+/gu, '')
  if (words.length === 0 && signs !== '') return [signs]
  return [...new Set(words)].slice(0, MOST_WORDS)
}

/** A reference of ours, with a space or a dash in it: BK 4821, DEP-54. */
const isReference = ([letters = '', digits = '']: readonly string[]) =>
  /^(?:bk|dep|ord)$/.test(letters) && /^\d+$/.test(digits)

/** The digits that all spellings of a phone number share, also of the part of one; undefined for other texts. */
export function searchedPhone(text: string): string | undefined {
  const whole = normalisePhone(withoutHomeZero(text))
  if (whole !== undefined) return whole.replace(/^\+/, '').replace(/^254(?=\d{9}$)|^0+/, '')
  const part = foldText(text).replace(/^tel:/, '').trim()
  if (!/^[+(]?[\d\s().\p{Pd}]{3,}$/u.test(part)) return undefined
  const digits = part.replace(/\D/g, '')
  const isPhone = /^[+(0]/.test(part) || digits.startsWith('254') || /^\d+$/.test(part)
  return isPhone && digits.length >= 3 ? digits.replace(/^(?:00)?254|^0+/, '') || undefined : undefined
}
