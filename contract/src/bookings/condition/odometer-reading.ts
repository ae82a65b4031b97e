/** A rise of more kilometres than this, at once or for each day, is asked about again. */
export const LIKELY_RISE_KM = 3_000
export const LIKELY_RISE_KM_A_DAY = 1_500

const DAY_MS = 86_400_000

/** A reading of an odometer; `at` is null where nobody wrote down when it was read. */
export type Reading = { km: number; at: Date | null }

/** Why a reading is asked about again: it falls below the last one, or rises by more than a car drives. */
export type ReadingProblem = 'lower' | 'higher'

/** What is unlikely about a new reading after the last one. One that is older than the last one is not compared. */
export function readingProblem(
  last: Reading | null,
  next: { km: number; at: Date },
): ReadingProblem | undefined {
  if (!last || (last.at && next.at < last.at)) return undefined
  if (next.km < last.km) return 'lower'
  const days = last.at ? Math.max(1, Math.ceil((next.at.getTime() - last.at.getTime()) / DAY_MS)) : Infinity
  return next.km - last.km > Math.min(LIKELY_RISE_KM, days * LIKELY_RISE_KM_A_DAY) ? 'higher' : undefined
}
