/** Takes one thing to another place of a list; places outside it mean its ends. */
export function moved<Thing>(things: readonly Thing[], from: number, to: number): readonly Thing[] {
  const rest = things.toSpliced(from, 1)
  return rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, ...things.slice(from, from + 1))
}

/** Which of the pictures that were sent a refusal is about, by the `data` of the answer. */
export function refusedPicture(data: unknown): number | undefined {
  const at = data && typeof data === 'object' && 'picture' in data ? data.picture : undefined
  return typeof at === 'number' ? at : undefined
}
