import { setTimeout as sleep } from 'node:timers/promises'
import type { AppDeps } from '../deps.ts'
import { fileOf, type Variant } from './open-pictures.ts'
import { pictureHashes } from './picture-store.ts'

/** What browsers of today ask for, smallest first; the rest is drawn when somebody asks. */
const ROUNDS: readonly (readonly Variant[])[] = [
  [
    { width: 640, format: 'avif' },
    { width: 320, format: 'avif' },
  ],
  [{ width: 1200, format: 'avif' }],
  [{ width: 1200, format: 'jpg' }],
]

/** Draws missing variants in the background, resting as long as it works, until all are there or `signal` aborts. */
export async function warmPictures(
  { db, pictures, logger }: Pick<AppDeps, 'db' | 'pictures' | 'logger'>,
  signal: AbortSignal,
): Promise<void> {
  const hashes = await pictureHashes(db)
  let drawn = 0
  for (const round of ROUNDS) {
    for (const hash of hashes) {
      for (const variant of round) {
        if (signal.aborted) return
        if (await pictures.files.has(hash, fileOf(variant))) continue
        const started = performance.now()
        await pictures.variant(hash, variant, 'later').catch((error: unknown) => {
          logger.warn({ err: error, hash, file: fileOf(variant) }, 'a picture could not be drawn')
        })
        drawn += 1
        await sleep(performance.now() - started, undefined, { signal, ref: false }).catch(() => {})
      }
    }
  }
  if (drawn > 0) logger.info({ drawn }, 'pictures are ready in every size')
}
