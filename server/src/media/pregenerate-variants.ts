import type { AppDeps } from '../deps.ts'
import { findNextToPregenerate, markRoundDone } from './picture-store.ts'
import type { Variant } from './variants.ts'

/** The variants that current browsers request, most needed first; other variants are encoded at their first request. */
export const PREGENERATED_ROUNDS: readonly (readonly Variant[])[] = [
  [
    { width: 640, format: 'avif' },
    { width: 320, format: 'avif' },
  ],
  [{ width: 1200, format: 'avif' }],
  [{ width: 1200, format: 'jpg' }],
]

/** Encodes variants of new pictures before they are requested, for about `milliseconds`; returns whether more are left. */
export async function pregenerateVariants(
  { db, pictures, logger }: Pick<AppDeps, 'db' | 'pictures' | 'logger'>,
  milliseconds: number,
): Promise<boolean> {
  const until = performance.now() + milliseconds
  while (performance.now() < until) {
    const next = await findNextToPregenerate(db, PREGENERATED_ROUNDS.length)
    if (!next) return false
    for (const variant of PREGENERATED_ROUNDS[next.pregenerated_rounds] ?? []) {
      await pictures.variant(next.hash, variant, 'background').catch((error: unknown) => {
        logger.warn({ err: error, picture: next.hash, ...variant }, 'a picture variant could not be encoded')
      })
    }
    await markRoundDone(db, next)
  }
  return true
}
