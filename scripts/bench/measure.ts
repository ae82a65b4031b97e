import { readFileSync, readlinkSync } from 'node:fs'
import autocannon from 'autocannon'

export type Slice = { perSecond: number; cpuMsPerRequest: number; answered: number; failed: number }
export type Target = { url: string; pids: number[]; requests?: autocannon.Request[] }

const SECONDS = 3
const CONNECTIONS = 16
const TICKS_PER_SECOND = 100

/** One slice of load on one target: what it answered, and the processor time its processes spent on it. */
export async function slice({ url, pids, requests }: Target, seconds = SECONDS): Promise<Slice> {
  const before = cpuMs(pids)
  const ofConnection = requests && shares(requests, CONNECTIONS)
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { 'accept-encoding': 'br' },
    // Each connection would send all of the requests, and all the same one at the same time.
    setupClient: (client) => {
      const share = ofConnection?.pop()
      if (share) client.setRequests(share)
    },
  })
  const answered = result['2xx']
  return {
    perSecond: answered / result.duration,
    cpuMsPerRequest: answered > 0 ? (cpuMs(pids) - before) / answered : Number.NaN,
    answered,
    failed: result.errors + result.timeouts + result.non2xx,
  }
}

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)

/** Measures the product and what it is compared with in turns, so that a busy neighbour slows both; the medians. */
export async function inTurns(product: () => Target, floor: () => Target): Promise<[Slice, Slice]> {
  const slices: [Slice, Slice][] = []
  for (let round = -1; round < ROUNDS; round++) {
    const both: [Slice, Slice] = [await slice(product()), await slice(floor())]
    // The first round warms both up.
    if (round >= 0) slices.push(both)
  }
  return [middle(slices.map(([ours]) => ours)), middle(slices.map(([, theirs]) => theirs))]
}

const middle = (slices: Slice[]): Slice => ({
  perSecond: median(slices.map((each) => each.perSecond)),
  cpuMsPerRequest: median(slices.map((each) => each.cpuMsPerRequest)),
  answered: slices.reduce((sum, each) => sum + each.answered, 0),
  failed: slices.reduce((sum, each) => sum + each.failed, 0),
})

function shares<T>(all: readonly T[], parts: number): T[][] {
  return Array.from({ length: parts }, (_, part) => all.filter((_each, at) => at % parts === part))
}

/** Processor time spent so far by these processes, in milliseconds (user and system). */
export function cpuMs(pids: number[]): number {
  const ticks = pids.map((pid) => {
    const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  })
  return (sum(ticks) * 1000) / TICKS_PER_SECOND
}

/**
 * Memory of these processes in MiB: what belongs to each alone plus its share of what they share. The file of their program
 * counts whole, although this benchmark runs the same one.
 */
export function memoryMiB(pids: number[]): number {
  const kib = pids.map((pid) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0))
  return (sum(kib) + sharedWithOthers(pids)) / 1024
}

/** What other processes are counted for of the files that these processes run, in KiB. */
function sharedWithOthers(pids: number[]): number {
  const files = new Map<string, { resident: number; counted: number }>()
  for (const pid of pids) {
    const file = linkOf(`/proc/${pid}/exe`)
    const mappings = read(`/proc/${pid}/smaps`).split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)
    const own = mappings.filter((mapping) => file && mapping.split('\n', 1)[0]?.endsWith(` ${file}`))
    const kib = (name: string) =>
      sum(own.map((mapping) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(mapping)?.[1] ?? 0)))
    const known = files.get(file) ?? { resident: 0, counted: 0 }
    files.set(file, { resident: Math.max(known.resident, kib('Rss')), counted: known.counted + kib('Pss') })
  }
  return sum([...files.values()].map(({ resident, counted }) => Math.max(0, resident - counted)))
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

/**
 * Processor time so far in milliseconds: of the whole machine, and of this benchmark with what it started and has ended.
 */
export function processorTime(): { machine: number; own: number } {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = read('/proc/stat')
    .split('\n', 1)
    .flatMap((line) => line.trim().split(/\s+/).slice(1).map(Number))
  const fields = read('/proc/self/stat').split(') ')[1]?.split(' ') ?? []
  const ticks = { machine: user + nice + system + irq + softirq, own: sum(fields.slice(11, 15).map(Number)) }
  return {
    machine: (ticks.machine * 1000) / TICKS_PER_SECOND,
    own: (ticks.own * 1000) / TICKS_PER_SECOND,
  }
}

/** The process and everything it started. */
export function family(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim()
  return [pid, ...children.split(' ').filter(Boolean).map(Number).flatMap(family)]
}

export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** A file of /proc; nothing for a process that has ended meanwhile, as those that clean the database do. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
