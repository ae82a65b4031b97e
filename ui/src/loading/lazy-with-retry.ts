import { type ComponentType, lazy } from 'react'

const TRIES = 3
const PAUSE_MS = 2000

/**
 * A component that is loaded when it is first shown. Without a network it is loaded when the network is back, and the
 * page stays as it is until then. That a second try is one is due to `scripts/fetch-before-import.ts`.
 */
export function lazyWithRetry<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await retry(load) }))
}

/** The result of the first of three tries that succeeds; without a network, of a try when it is back. */
export async function retry<Result>(load: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; ) {
    try {
      return await load()
    } catch (error) {
      if (navigator.onLine && tries++ === TRIES) throw error
      await waitForNetwork()
    }
  }
}

/** Waits for the network, or for a pause where there is one. */
function waitForNetwork(): Promise<unknown> {
  return new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, PAUSE_MS)
    else window.addEventListener('online', resolve, { once: true })
  })
}
