import { FEWEST_PASSWORD_GUESSES } from '@twende/contract/accounts/password-rules.ts'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

// Longer texts cost more than their length squared to measure; the server looks at their end as well.
const LONGEST_MEASURED = 32

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** Whether the server would refuse the password, as far as the list of leaked passwords tells: it knows more lists. */
export function isEasyToGuess(password: string): boolean {
  return zxcvbn.check(password.slice(0, LONGEST_MEASURED)).guesses < FEWEST_PASSWORD_GUESSES
}
