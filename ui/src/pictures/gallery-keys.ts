/** Which picture a key leads to; undefined for keys that mean nothing here. The ends hold. */
export function keyToPicture(key: string, chosen: number, count: number): number | undefined {
  const last = Math.max(count - 1, 0)
  if (key === 'ArrowLeft') return Math.max(chosen - 1, 0)
  if (key === 'ArrowRight') return Math.min(chosen + 1, last)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return undefined
}
