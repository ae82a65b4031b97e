import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import * as z from 'zod'
import { type Figure, figures, type Goal, type PartName } from './figures.ts'

export const RESULTS = 'docs/performance/results.json'

/** A figure as it was measured; `yardstick` is the value of what it is compared with. */
export type Measured = Record<string, { value: number; yardstick?: number | undefined }>

const Result = z.strictObject({
  name: z.string(),
  what: z.string(),
  value: z.number(),
  unit: z.string(),
  goal: z.optional(
    z.strictObject({
      of: z.enum(['value', 'ratio']),
      atMost: z.optional(z.number()),
      atLeast: z.optional(z.number()),
      isMet: z.boolean(),
    }),
  ),
  yardstick: z.optional(z.strictObject({ what: z.string(), value: z.number(), ratio: z.number() })),
})
type Result = z.infer<typeof Result>

/** A part can be measured by itself, so each says when, at which commit and on which machine. */
const PartResults = z.strictObject({
  part: z.string(),
  date: z.iso.datetime(),
  commit: z.string(),
  machine: z.strictObject({
    cores: z.int(),
    processor: z.string(),
    memoryMiB: z.int(),
    platform: z.string(),
    node: z.string(),
  }),
  seconds: z.number(),
  /** Processors that other programs used meanwhile, on average; null where that is not known. Waits are true of a quiet machine only. */
  usedByOthers: z.nullable(z.number()),
  figures: z.array(Result),
})
export type PartResults = z.infer<typeof PartResults>

const Results = z.strictObject({ version: z.literal(1), parts: z.array(PartResults) })

export function readResults(): z.infer<typeof Results> {
  if (!existsSync(RESULTS)) return { version: 1, parts: [] }
  return Results.parse(JSON.parse(readFileSync(RESULTS, 'utf8')))
}

/** Replaces the results of one part in the file; those of the others stay. */
export function saveResults(results: PartResults): void {
  const parts = [...readResults().parts.filter(({ part }) => part !== results.part), results]
  const order = Object.keys(figures)
  parts.sort((one, other) => order.indexOf(one.part) - order.indexOf(other.part))
  writeFileSync(RESULTS, `${JSON.stringify(Results.parse({ version: 1, parts }), null, 2)}\n`)
}

/** What a part measured, with what is known of its figures; each of them must have been measured, and no other. */
export function resultsOf(
  part: PartName,
  measured: Measured,
  { seconds, usedByOthers }: { seconds: number; usedByOthers: number },
): PartResults {
  const known: Record<string, Figure> = figures[part]
  const unknown = Object.keys(measured).filter((name) => !(name in known))
  if (unknown.length > 0) throw new Error(`figures.ts does not know ${unknown.join(', ')}`)
  return {
    part,
    date: new Date().toISOString(),
    commit: commit(),
    machine: {
      cores: availableParallelism(),
      processor: cpus()[0]?.model.trim() ?? '',
      memoryMiB: Math.round(totalmem() / 2 ** 20),
      platform: `${process.platform} ${process.arch}`,
      node: process.versions.node,
    },
    seconds: rounded(seconds),
    // The clocks of the kernel differ by some hundredths of a processor.
    usedByOthers: Number.isFinite(usedByOthers) ? rounded(Math.max(0, usedByOthers)) : null,
    figures: Object.entries(known).map(([name, figure]) => resultOf(name, figure, measured[name])),
  }
}

function resultOf(
  name: string,
  { what, unit, goal, yardstick }: Figure,
  measured: Measured[string] | undefined,
): Result {
  if (!measured || !Number.isFinite(measured.value)) throw new Error(`${name} was not measured`)
  const { value, yardstick: compared } = measured
  if (yardstick && compared === undefined) throw new Error(`${name} was compared with nothing`)
  const ratio = compared === undefined ? undefined : value / compared
  return {
    name,
    what,
    value: rounded(value),
    unit,
    ...(goal && { goal: { ...goal, isMet: isMet(goal, value, ratio) } }),
    ...(yardstick &&
      compared !== undefined &&
      ratio !== undefined && {
        yardstick: { what: yardstick, value: rounded(compared), ratio: rounded(ratio) },
      }),
  }
}

function isMet({ of, atMost, atLeast }: Goal, value: number, ratio = Number.NaN): boolean {
  const bounded = of === 'ratio' ? ratio : value
  return bounded <= (atMost ?? bounded) && bounded >= (atLeast ?? bounded)
}

/** Three digits, whatever the size. */
function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}

/** The commit that was measured; `+` where files differed from it. */
function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs/performance')
    return `${git('rev-parse', '--short=12', 'HEAD')}${changed ? '+' : ''}`
  } catch {
    return 'unknown'
  }
}

/** The table that is printed of the same results. */
export function tableOf(results: readonly PartResults[]): string {
  const lines = results.flatMap(({ part, figures: measured }) =>
    measured.map(({ what, value, unit, goal, yardstick }) => {
      const cells = [part, what, `${value} ${unit}`, goalText(goal), yardstickText(yardstick)]
      return `| ${cells.join(' | ')} |`
    }),
  )
  return `| part | figure | measured | goal | compared with |\n|---|---|---|---|---|\n${lines.join('\n')}\n`
}

function goalText(goal: Result['goal']): string {
  if (!goal) return ''
  const bound = goal.atMost === undefined ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`
  return `${goal.of === 'ratio' ? 'ratio ' : ''}${bound}${goal.isMet ? '' : ', NOT MET'}`
}

function yardstickText(yardstick: Result['yardstick']): string {
  return yardstick ? `${yardstick.ratio} × ${yardstick.value} (${yardstick.what})` : ''
}
