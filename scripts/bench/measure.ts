import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

export type Slice = { perSecond: number; cpuMsPerRequest: number; p50: number; p99: number; failed: number }
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
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.errors + result.timeouts + result.non2xx,
  }
}

function shares<T>(all: readonly T[], parts: number): T[][] {
  return Array.from({ length: parts }, (_, part) => all.filter((_each, at) => at % parts === part))
}

/** Processor time spent so far by these processes, in milliseconds (user and system). */
export function cpuMs(pids: number[]): number {
  const ticks = pids.map((pid) => {
    const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  })
  return (ticks.reduce((sum, each) => sum + each, 0) * 1000) / TICKS_PER_SECOND
}

/** Memory that belongs to these processes alone plus their share of what they share, in MiB. */
export function memoryMiB(pids: number[]): number {
  const kib = pids.map((pid) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0))
  return kib.reduce((sum, each) => sum + each, 0) / 1024
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
