import { randomInt } from 'node:crypto'
import { onTestFailed, test } from 'vitest'

type Rounds = {
  /** How many `npm run trials` runs. */
  full: number
  /** How many `npm test` runs: as many as found a planted fault in at least nine runs of ten. */
  few: number
  /** What `npm test` draws with; another one each time, unless stated. */
  seed?: number
}

/** How many rounds a test runs, and the seed of everything it draws. */
type Trial = { rounds: number; seed: number }

const isFull = process.env.TRIALS === 'full'
/** All rounds of a walk take longer on a busy machine than any other test may. */
const FULL_LIMIT_MS = 6 * 3_600_000
const statedSeed = process.env.TRIALS_SEED

/** A test of many random or racing rounds, which can be repeated by its seed. */
export function trial(
  name: string,
  { full, few, seed }: Rounds,
  run: (given: Trial) => Promise<unknown>,
): void {
  test(name, { tags: ['trial'], ...(isFull && { timeout: FULL_LIMIT_MS }) }, async () => {
    const given: Trial = {
      rounds: isFull ? full : few,
      seed: Number(statedSeed ?? (isFull ? undefined : seed) ?? randomInt(2 ** 31)),
    }
    const say = (how: string) =>
      process.stderr.write(`${how} with --seed=${given.seed}, ${given.rounds} rounds: ${name}\n`)
    if (isFull) say('Begun')
    onTestFailed(() => void say('Failed'))
    await run(given)
  })
}
