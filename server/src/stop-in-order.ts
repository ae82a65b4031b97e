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
