/** First and last name as one; people who have one name only leave the last name out, or type a dash or a dot. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return [firstName, lastName].filter((name) => !/^\p{P}*$/u.test(name)).join(' ')
}
