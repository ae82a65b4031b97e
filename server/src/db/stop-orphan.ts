import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { occupantOf } from './postmaster-pid.ts'

/** Stops our server that nobody watches: first as usual, then without its farewell, which the next start makes good. */
export async function stopOrphan(
  pid: number,
  { cluster, binaries }: { cluster: string; binaries: PostgresBinaries },
): Promise<boolean> {
  if (process.platform === 'win32') {
    return spawnSync(binaries.pgCtl, ['stop', '-m', 'fast', '-D', cluster]).status === 0
  }
  for (const [signal, patience] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (await endedBy(signal, pid, cluster, patience)) return true
  }
  throw new Error(`An earlier PostgreSQL (process ${pid}) on ${cluster} does not stop.`)
}

async function endedBy(
  signal: NodeJS.Signals,
  pid: number,
  cluster: string,
  patience: number,
): Promise<boolean> {
  for (let waited = 0; waited < patience; waited += 20) {
    if ((await occupantOf(pid, cluster)) !== 'our-server') return true
    if (waited === 0) process.kill(pid, signal)
    await sleep(20)
  }
  return false
}
