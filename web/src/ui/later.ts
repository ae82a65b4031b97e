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

/**
 * What is brought, if need be at the third try. Without a network it is not asked for until there is one: browsers
 * remember that a module failed, and asking again for the same one fails without a request.
 */
export async function patiently<Part>(bring: () => Promise<Part>): Promise<Part> {
  for (let tries = 1; ; ) {
    if (navigator.onLine === false)
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
    try {
      return await bring()
    } catch (error) {
      if (navigator.onLine && tries++ === TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
