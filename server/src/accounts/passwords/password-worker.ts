import { readFile } from 'node:fs/promises'
import { FEWEST_PASSWORD_GUESSES } from '@twende/contract/accounts/password-rules.ts'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import { projectPath } from '../../config/folders.ts'
import { answerCalls } from '../../threads/answer-calls.ts'

/** The time of the estimate grows with the square of the length: of long passwords two parts of this length are checked. */
const MAX_PART_LENGTH = 32
/** More substitutions, such as 4 for "a", take a hundred times as long and match no further password of the lists. */
const MAX_LETTER_SUBSTITUTIONS = 5

let opening: Promise<ZxcvbnFactory> | undefined

async function openZxcvbn(): Promise<ZxcvbnFactory> {
  const local = await readFile(projectPath('server/src/accounts/passwords/common-kenyan-words.txt'), 'utf8')
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary, local: local.split(/\s+/).filter(Boolean) },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: MAX_LETTER_SUBSTITUTIONS,
  })
}

/** Whether every part of the password would be guessed soon by somebody who knows these words. */
async function isGuessable(password: string, known: string[]): Promise<boolean> {
  opening ??= openZxcvbn()
  const zxcvbn = await opening
  return partsOf(password).every((part) => zxcvbn.check(part, known).guesses < FEWEST_PASSWORD_GUESSES)
}

function partsOf(password: string): readonly string[] {
  if (password.length <= MAX_PART_LENGTH) return [password]
  return [password.slice(0, MAX_PART_LENGTH), password.slice(-MAX_PART_LENGTH)]
}

const tasks = { isGuessable }
export type PasswordTasks = typeof tasks

answerCalls(tasks)
