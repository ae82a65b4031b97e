/** `now`, or the next millisecond when `before` has that one: two changes never leave the same time. */
export function nextUpdatedAt(before: Date, now: Date): Date {
  return new Date(Math.max(now.getTime(), before.getTime() + 1))
}
