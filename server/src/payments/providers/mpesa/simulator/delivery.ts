import type { DarajaLogger } from '../daraja-client.ts'

const TIMEOUT_MS = 8000

export type Delivery = ReturnType<typeof createDelivery>

/** Posts callbacks the way Safaricom does: a listener that is down is noted, and the message is gone. */
export function createDelivery(options: {
  fetch: typeof globalThis.fetch
  logger?: DarajaLogger | undefined
}) {
  const ended = new AbortController()
  let underWay = 0

  async function post(url: string, body: string): Promise<string | undefined> {
    underWay += 1
    try {
      const response = await options.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([ended.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      const answer = await response.text()
      if (response.ok) return answer
      options.logger?.warn({ status: response.status }, 'Simulated callback was not taken')
    } catch (error) {
      if (ended.signal.aborted) return undefined
      options.logger?.warn(
        { why: error instanceof Error ? error.name : 'unknown' },
        'Simulated callback was lost',
      )
    } finally {
      underWay -= 1
    }
    return undefined
  }

  return {
    isBusy: () => underWay > 0,
    /** What the listener answered; undefined when it did not. */
    post,
    async postInOrder(url: string, bodies: string[]) {
      for (const body of bodies) await post(url, body)
    },
    end: () => ended.abort(),
  }
}
