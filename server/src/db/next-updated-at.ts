/** `now`, or one millisecond after `before` if that is later: each change gets another `updatedAt`. */
export function nextUpdatedAt(before: Date, now: Date): Date {
  return new Date(Math.max(now.getTime(), before.getTime() + 1))
}
