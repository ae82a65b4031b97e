const LONGEST_STOP_MS = 30_000

/** On SIGINT or SIGTERM: drains, lets running requests finish, then ends; a second signal changes nothing. */
export function stopOnSignals(close: () => Promise<void>, drainSeconds: number, say: (line: string) => void) {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), LONGEST_STOP_MS + drainSeconds * 1000).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        say(error instanceof Error ? (error.stack ?? error.message) : String(error))
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
}

/** Stops parts one after the other; one that fails does not leave those after it running, and is reported at the end. */
export async function stopInOrder(...stops: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = []
  for (const stop of stops) {
    try {
      await stop()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
