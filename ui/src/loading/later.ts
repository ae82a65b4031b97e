import { type ComponentType, lazy } from 'react'

const TRIES = 3
const PAUSE_MS = 2000

/**
 * A component fetched when it is first shown. Asked for without a network it comes when the network does, and leaves
 * the page as it is until then.
 */
export function later<Props extends object>(bring: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await patiently(bring) }))
}

/** What is brought, if need be at the third try; without a network, when the network comes. */
export async function patiently<Part>(bring: () => Promise<Part>): Promise<Part> {
  for (let tries = 1; ; ) {
    try {
      return await bring()
    } catch (error) {
      if (navigator.onLine && tries++ === TRIES) throw error
      await anotherChance(PAUSE_MS)
    }
  }
}

/**
 * Waits for the network, or for a pause where it is there. What is never fetched ahead waits so before it is asked for:
 * browsers remember that a module failed, and asking again for the same one fails without a request.
 */
export function anotherChance(pauseMs?: number): Promise<unknown> {
  return new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, pauseMs)
    else window.addEventListener('online', resolve, { once: true })
  })
}
