import { setTimeout } from 'node:timers/promises'

/** Does the work but answers no sooner than after so long, so that the time tells nothing of what was found. */
export async function takingAtLeast<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const floor = setTimeout(milliseconds)
  try {
    return await work()
  } finally {
    await floor
  }
}
