import type { ChangeFeed, Noun } from './change-feed.ts'

type Read<Value> = { value: Value; readAt: Date }

type Source<Value> = {
  /** The nouns of which a change may change the value. */
  nouns: readonly Noun[]
  read: (now: Date) => Promise<Value>
  /** For a value that time changes too. */
  isValid?: (read: Read<Value>, now: Date) => boolean
}

/**
 * Caches one value that is read from the database until the public data of a noun changes, in any process. Whoever asks
 * after a change does not get what was read before it, and nothing is cached while no notifications arrive.
 */
export function cachedValue<Value>(
  changeFeed: Pick<ChangeFeed, 'on' | 'isListening'>,
  { nouns, read, isValid = () => true }: Source<Value>,
): (now: Date) => Promise<Value> {
  let cached: Read<Value> | undefined
  /** Those who ask before the next change wait for one reading. */
  let reading: Promise<Read<Value>> | undefined
  changeFeed.on((noun) => {
    if (!nouns.includes(noun)) return
    cached = undefined
    reading = undefined
  })

  const readAt = async (now: Date) => ({ value: await read(now), readAt: now })

  async function readAndCache(now: Date): Promise<Read<Value>> {
    const started = readAt(now)
    reading = started
    // A change that arrived while it was read may be missing from it, so it is not cached.
    const isCurrent = () => reading === started
    try {
      const done = await started
      if (isCurrent() && changeFeed.isListening()) cached = done
      return done
    } finally {
      if (isCurrent()) reading = undefined
    }
  }

  return async (now) => {
    if (!changeFeed.isListening()) return read(now)
    if (cached && !isValid(cached, now)) cached = undefined
    const known = cached ?? (reading && (await reading))
    return known && isValid(known, now) ? known.value : (await readAndCache(now)).value
  }
}
