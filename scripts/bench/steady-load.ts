import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const LONGEST_WAIT_MS = 15_000

export type Steady = { p50: number; p99: number; answered: number; failed: number }

/**
 * Asks as many people would who do not know of each other: at random moments, `perSecond` on average, whether or not the
 * earlier ones were answered. Each waits from the moment of asking to the last byte, in milliseconds. (autocannon's
 * own rate asks for a whole second's share at once.)
 */
export async function askSteadily(
  url: string,
  paths: readonly string[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Steady> {
  const agent = new Agent({ keepAlive: true })
  const waits: number[] = []
  const asked: Promise<void>[] = []
  const start = performance.now()
  for (let at = start; at < start + seconds * 1000; at += (-Math.log(1 - Math.random()) * 1000) / perSecond) {
    await sleep(Math.max(0, at - performance.now()))
    const path = paths[asked.length % paths.length] ?? '/'
    asked.push(
      ask(agent, `${url}${path}`).then((isAnswer) => {
        if (isAnswer) waits.push(performance.now() - at)
      }),
    )
  }
  await Promise.all(asked)
  agent.destroy()
  waits.sort((a, b) => a - b)
  const part = (share: number) => Math.round(waits[Math.floor(waits.length * share)] ?? Number.NaN)
  return { p50: part(0.5), p99: part(0.99), answered: waits.length, failed: asked.length - waits.length }
}

function ask(agent: Agent, url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const fail = () => resolve(false)
    const asking = get(url, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode === 200))
      answer.once('error', fail)
    })
    asking.once('error', fail)
    asking.setTimeout(LONGEST_WAIT_MS, () => asking.destroy(new Error('nobody waits so long')))
  })
}
