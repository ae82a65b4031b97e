import { readFile } from 'node:fs/promises'
import { FEWEST_PASSWORD_GUESSES } from '@twende/contract/accounts/password-rules.ts'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { projectPath } from '../../config/folders.ts'
import { AppError } from '../../http/app-error.ts'

type Owner = { name: string; email: string }

/** The time of the estimate grows with the square of the length: of long passwords two parts of this length are checked. */
const MAX_PART_LENGTH = 32
/** More substitutions, such as 4 for "a", take a hundred times as long and match no further password of the lists. */
const MAX_LETTER_SUBSTITUTIONS = 5

export async function requireStrongPassword(password: string, owner: Owner): Promise<void> {
  if (await isWeakPassword(password, owner)) throw new AppError('password_too_common')
}

/** Whether a password would be guessed soon. Capitals, digits or signs are not required. */
export async function isWeakPassword(password: string, owner: Owner): Promise<boolean> {
  if (isPhoneNumberOrDate(password)) return true
  const zxcvbn = await loadZxcvbn()
  const known = wordsOf(owner)
  return partsOf(password).every((part) => zxcvbn.check(part, known).guesses < FEWEST_PASSWORD_GUESSES)
}

let loading: Promise<ZxcvbnFactory> | undefined

/** Loads the dictionaries once; the first call takes about as long as ten log-ins. */
export function loadZxcvbn(): Promise<ZxcvbnFactory> {
  loading ??= openZxcvbn().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function openZxcvbn(): Promise<ZxcvbnFactory> {
  const [core, common, english, local] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
    readFile(projectPath('server/src/accounts/passwords/common-kenyan-words.txt'), 'utf8'),
  ])
  return new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary, local: local.split(/\s+/).filter(Boolean) },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: MAX_LETTER_SUBSTITUTIONS,
  })
}

function isPhoneNumberOrDate(text: string): boolean {
  return /^[\d\s+-]{0,14}$/.test(text)
}

function partsOf(password: string): readonly string[] {
  if (password.length <= MAX_PART_LENGTH) return [password]
  return [password.slice(0, MAX_PART_LENGTH), password.slice(-MAX_PART_LENGTH)]
}

/** Words that somebody who knows the person would try first. */
function wordsOf({ name, email }: Owner): string[] {
  const mailbox = email.split('@')[0] ?? ''
  const parts = [
    name,
    name.replace(/\s+/g, ''),
    ...name.split(/\s+/),
    mailbox,
    ...mailbox.split(/[^\p{L}\d]+/u),
  ]
  return parts.map((part) => part.toLowerCase()).filter((part) => part.length >= 3)
}
