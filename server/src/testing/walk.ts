import { ApiError } from '@twende/contract/http/call.ts'
import { expect } from 'vitest'
import type { Random } from '../basic-deps.ts'

/** A random walk over acts of people, of M-Pesa and of the clock. Each is done or refused. */

export type Acts<Walk> = Readonly<Record<string, (walk: Walk, draw: Random) => Promise<unknown>>>

export function oneOf<Value>(values: readonly Value[], draw: Random): Value | undefined {
  return values[Math.floor(draw() * values.length)]
}

/** A walk draws another act where there is nothing to act on. */
export function nothingToActOn(): Error {
  return Object.assign(new Error('there is nothing to act on'), { status: 404 })
}

/** Does one act, drawn again while it is refused; returns its name. Those that everything else needs are drawn more often. */
export async function doOne<Walk>(
  acts: Acts<Walk>,
  walk: Walk,
  draw: Random,
  often: readonly string[] = [],
): Promise<string> {
  const names = [...Object.keys(acts), ...often, ...often]
  for (;;) {
    const name = oneOf(names, draw) ?? ''
    const isDone = await acts[name]?.(walk, draw).then(
      () => true,
      (error: unknown) => {
        if (!isRefusal(error)) throw error instanceof ApiError ? named(name, error) : error
        return false
      },
    )
    if (isDone) return name
  }
}

/** An answer with a code of its own, which is not a fault of the program. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'status' in error && Number(error.status) < 500
}

const named = (name: string, error: ApiError) => new Error(`${name}: ${error.message}`, { cause: error })

type LoggedFailure = { msg?: string; err?: { message: string; stack?: string; constraint?: string } }

/** Of requests that a server answered with 500: what went wrong, which the answer does not say. */
function failuresOf(logged: readonly string[]): string[] {
  return logged
    .map((line): LoggedFailure => JSON.parse(line))
    .flatMap(({ msg, err }) => (msg === 'request failed' && err ? [err] : []))
    .map(({ message, stack = message, constraint = '' }) => `the server failed: ${constraint} ${stack}`)
}

/** What was done on a walk: each act with how often, and the way so far. */
export function keepWay() {
  const done = new Map<string, number>()
  const way: string[] = []
  return {
    beginAnew() {
      way.length = 0
    },
    /** What was done before the first act. */
    say(what: string) {
      way.push(what)
    },
    add(name: string) {
      way.push(name)
      done.set(name, (done.get(name) ?? 0) + 1)
    },
    /** Runs the next act, or what must hold after the last one; what fails names the way there, and what the server logged of it. */
    async expectThat<Found>(
      holds: () => Promise<Found>,
      { logged = [] }: { logged?: readonly string[] } = {},
    ): Promise<Found> {
      const before = logged.length
      return holds().catch((error: unknown) => {
        throw new Error([`after ${way.join(', ')}`, ...failuresOf(logged.slice(before))].join('\n'), {
          cause: error,
        })
      })
    },
    /** The acts were done, not only refused; each of them in a long walk, which tells how often. */
    expectDone(acts: object, { rounds, few }: { rounds: number; few: number }) {
      const missing = Object.keys(acts).filter((name) => !done.has(name))
      if (rounds >= 2_000) {
        const counts = [...done].map(([name, count]) => `${name} ${count}`)
        process.stderr.write(`Done: ${counts.join(', ')}\n`)
        expect(missing).toEqual([])
      }
      expect(done.size).toBeGreaterThanOrEqual(few)
    },
  }
}
