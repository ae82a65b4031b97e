const TICK_MS = 5_000
/** Of the processor, in milliseconds a tick: less is rest. */
const REST_MS = 250
const RESTING_TICKS = 2
/** A thread that has worked less has left little garbage. */
const LEAST_WORK_MS = 2_000
const LEAST_BYTES = 8 * 1024 * 1024

/**
 * Collects the garbage of this thread once when it comes to rest after work. V8 collects only while it allocates, so that
 * what a start, a flood or a busy hour left would stay until the next. `release` drops what is not needed, and says how many
 * bytes that were. Does nothing where Node was not started with `--expose-gc` (`scripts/memory-settings.mjs`).
 */
export function collectAtRest(release?: () => number): void {
  const { gc } = globalThis
  if (!gc) return
  // Any other collection may keep the pages of the young generation for the next load.
  const collect = () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  setInterval(watchRest({ workMs: threadMs, collect, ...(release && { release }) }), TICK_MS).unref()
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

type Watched = {
  /** The processor time that the thread has taken so far. */
  workMs: () => number
  collect: () => void
  release?: () => number
}

/** What is to be called at every tick. */
export function watchRest({ workMs, collect, release = () => 0 }: Watched): () => void {
  let seen = 0
  let collectedAt = 0
  let resting = 0
  let released = 0
  return () => {
    const now = workMs()
    resting = now - seen < REST_MS ? resting + 1 : 0
    seen = now
    if (resting < RESTING_TICKS) return
    released += release()
    if (now - collectedAt < LEAST_WORK_MS && released < LEAST_BYTES) return
    collect()
    released = 0
    seen = workMs()
    collectedAt = seen
  }
}
