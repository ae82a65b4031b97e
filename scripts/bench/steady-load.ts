import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './measure.ts'

const LONGEST_WAIT_MS = 15_000

export type Asked = { method?: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
/** Waits in milliseconds. `worstSecond` is the highest median of the requests of one second. */
export type Steady = {
  p50: number
  p99: number
  slowest: number
  worstSecond: number
  answered: number
  failed: number
}

/**
 * Asks as many people would who do not know of each other: at random moments, `perSecond` on average, whether or not the
 * earlier ones were answered. Each waits from the moment of asking to the last byte of all that it asks. (autocannon's
 * own rate asks for a whole second's share at once.)
 */
export async function askSteadily(
  url: string,
  next: (index: number) => Asked | readonly Asked[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Steady> {
  const agent = new Agent({ keepAlive: true })
  const waits: number[] = []
  const ofSecond: number[][] = []
  const asked: Promise<void>[] = []
  const start = performance.now()
  for (let at = start; at < start + seconds * 1000; at += (-Math.log(1 - Math.random()) * 1000) / perSecond) {
    await sleep(Math.max(0, at - performance.now()))
    const second = Math.floor((at - start) / 1000)
    asked.push(
      Promise.all([next(asked.length)].flat().map((each) => ask(agent, url, each))).then((answers) => {
        if (answers.includes(false)) return
        const wait = performance.now() - at
        waits.push(wait)
        ofSecond[second] ??= []
        ofSecond[second].push(wait)
      }),
    )
  }
  await Promise.all(asked)
  agent.destroy()
  waits.sort((a, b) => a - b)
  const part = (share: number) => waits[Math.floor(waits.length * share)] ?? Number.NaN
  return {
    p50: part(0.5),
    p99: part(0.99),
    slowest: waits.at(-1) ?? Number.NaN,
    worstSecond: Math.max(...ofSecond.map(median)),
    answered: waits.length,
    failed: asked.length - waits.length,
  }
}

function ask(agent: Agent, url: string, { method = 'GET', path, headers, body }: Asked): Promise<boolean> {
  return new Promise((resolve) => {
    const fail = () => resolve(false)
    const asking = request(`${url}${path}`, {
      method,
      agent,
      headers: { 'accept-encoding': 'br', ...headers },
    })
    asking.once('response', (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode === 200))
      answer.once('error', fail)
    })
    asking.once('error', fail)
    asking.setTimeout(LONGEST_WAIT_MS, () => asking.destroy(new Error('nobody waits so long')))
    asking.end(body)
  })
}
