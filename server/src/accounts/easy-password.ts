import { readFileSync } from 'node:fs'
import { Refusal } from '../http/refusal.ts'
import { projectPath } from '../project-path.ts'

type Owner = { name: string; email: string }

const MOST_TRIMMINGS = 6
const RUNS = [
  '0123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  'q1w2e3r4t5y6u7i8o9p0',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgbyhnujm',
]
const commonWords = readCommonWords()

export function refuseEasyPassword(password: string, owner: Owner): void {
  if (isEasyPassword(password, owner)) throw new Refusal('password_too_common')
}

/** Whether a guesser's first few thousand tries would hold it. Asks for no capitals, digits or signs. */
export function isEasyPassword(password: string, owner: Owner): boolean {
  const text = password.toLowerCase()
  return (
    isMonotonous(text) || isDigitsOnly(text) || isDressedWord(text) || isRun(text) || holdsOwner(text, owner)
  )
}

/** `aaaaaaaa`, `abababab`, `abcabcabc`, `12341234`. */
function isMonotonous(text: string): boolean {
  return new Set(text).size <= 2 || /^(.{1,4})\1+$/su.test(text)
}

/** A phone number or a birthday. */
function isDigitsOnly(text: string): boolean {
  return /^[\d\s+-]{0,14}$/.test(text)
}

/** A common word with digits or signs around it or in place of letters: `Nairobi2026!`, `p@ssw0rd`. */
function isDressedWord(text: string): boolean {
  if (commonWords.has(text)) return true
  const word = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const undressed = [word, plainLetters(word), plainLetters(text).replace(/[^\p{L}]+$/u, '')]
  return text.length - word.length <= MOST_TRIMMINGS && undressed.some((each) => commonWords.has(each))
}

/** A walk along the keyboard, the alphabet or the digits, in either direction. */
function isRun(text: string): boolean {
  const letters = text.replace(/[^\p{L}\d]+$/u, '')
  if (letters.length < 6 || text.length - letters.length > MOST_TRIMMINGS) return false
  const backwards = [...letters].reverse().join('')
  return RUNS.some((run) => run.includes(letters) || run.includes(backwards))
}

/** Their own name or the first part of their email, with little around it. */
function holdsOwner(text: string, { name, email }: Owner): boolean {
  const parts = [...name.split(/\s+/), name.replace(/\s+/g, ''), email.split('@')[0] ?? '']
  return parts
    .map((part) => part.toLowerCase())
    .some((part) => part.length >= 4 && text.includes(part) && text.length - part.length <= MOST_TRIMMINGS)
}

const DISGUISES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

function plainLetters(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => DISGUISES[sign] ?? sign)
}

function readCommonWords(): ReadonlySet<string> {
  const lines = readFileSync(projectPath('server/src/accounts/common-passwords.txt'), 'utf8').split(/\s+/)
  return new Set(lines.filter(Boolean))
}
