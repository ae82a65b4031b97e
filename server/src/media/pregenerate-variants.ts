import type { AppDeps } from '../deps.ts'
import { findNextToPregenerate, markRoundDone } from './picture-store.ts'
import type { Variant } from './variants.ts'

/** What browsers of today ask for, what first screens need coming first; the rest is drawn when somebody asks. */
export const PREGENERATED_ROUNDS: readonly (readonly Variant[])[] = [
  [
    { width: 640, format: 'avif' },
    { width: 320, format: 'avif' },
  ],
  [{ width: 1200, format: 'avif' }],
  [{ width: 1200, format: 'jpg' }],
]

/** Draws sizes of new pictures before anybody asks for them, for about `milliseconds`; answers whether more are left. */
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
        logger.warn({ err: error, picture: next.hash, ...variant }, 'a picture could not be drawn')
      })
    }
    await markRoundDone(db, next)
  }
  return true
}
