const LONGEST_NAME = 30

/**
 * How a mail begins. Whoever registers may write anything as a name and anybody's address as an email: only a first word
 * that is made of letters goes out under our sender, no advert and no link.
 */
export function greeting(name: string): string {
  const [first = ''] = name.trim().split(/\s+/)
  const isName = /^\p{L}[\p{L}\p{M}'’-]*$/u.test(first) && first.length <= LONGEST_NAME
  return isName ? `Hello ${first},` : 'Hello,'
}
