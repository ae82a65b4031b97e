import { execFileSync, spawnSync } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'

import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresBinaries } from './postgres-binaries.ts'

/** The content of `postmaster.pid`, which PostgreSQL writes when it starts. */
export type PostmasterPid = { readonly pid: number; readonly port: number; readonly socketDir: string }

/** What runs under that process id now. `other` is another program that got the id later. */
export type Occupant = 'nobody' | 'zombie' | 'other' | 'our-server'

/** What a start must do first. PostgreSQL manages the file; it is never removed here. */
export type PidVerdict =
  | { readonly kind: 'start' }
  | { readonly kind: 'start-ignoring'; readonly pid: number }
  | { readonly kind: 'stop-first'; readonly pid: number }

export function judge(file: PostmasterPid | undefined, occupant: Occupant): PidVerdict {
  if (!file || occupant === 'nobody') return { kind: 'start' }
  // PostgreSQL checks only whether the process id is in use, and would refuse to start.
  if (occupant === 'zombie' || occupant === 'other') return { kind: 'start-ignoring', pid: file.pid }
  return { kind: 'stop-first', pid: file.pid }
}

export async function readPostmasterPid(cluster: string): Promise<PostmasterPid | undefined> {
  return parsePostmasterPid(await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => ''))
}

export function parsePostmasterPid(content: string): PostmasterPid | undefined {
  const [pid, , , port, socketDir] = content.split('\n')
  const number = Number(pid)
  if (!Number.isInteger(number) || number <= 1) return undefined
  return { pid: number, port: Number(port ?? 0), socketDir: socketDir ?? '' }
}

export async function occupantOf(pid: number, cluster: string): Promise<Occupant> {
  if (!exists(pid)) return 'nobody'
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    return occupantFromProc(stat, folder, cluster)
  }
  // Windows tells little about a process; pg_ctl finds out when it stops it.
  if (process.platform === 'win32') return 'our-server'
  return occupantFromPs(psLine(pid), cluster)
}

export function occupantFromProc(stat: string, folder: string, cluster: string): Occupant {
  // The program's name is in brackets and may itself contain spaces and brackets.
  const [, name, state] = /\((.*)\) (\S)/s.exec(stat) ?? []
  if (!state || state === 'X') return 'nobody'
  if (state === 'Z') return 'zombie'
  return name === 'postgres' && folder === cluster ? 'our-server' : 'other'
}

export function occupantFromPs(line: string, cluster: string): Occupant {
  const [state, program] = line.trim().split(/\s+/)
  if (!state) return 'nobody'
  if (state.startsWith('Z')) return 'zombie'
  return program?.endsWith('postgres') && line.includes(cluster) ? 'our-server' : 'other'
}

function psLine(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Not allowed to signal it: it exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Stops a server without a supervisor: by a fast shutdown, then an immediate one, then SIGKILL; the next start recovers. */
export async function stopOrphan(
  pid: number,
  { cluster, binaries }: { cluster: string; binaries: PostgresBinaries },
): Promise<boolean> {
  if (process.platform === 'win32') {
    return spawnSync(binaries.pgCtl, ['stop', '-m', 'fast', '-D', cluster]).status === 0
  }
  for (const [signal, timeoutMs] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (await endedBy(signal, pid, cluster, timeoutMs)) return true
  }
  throw new Error(`An earlier PostgreSQL (process ${pid}) on ${cluster} does not stop.`)
}

async function endedBy(
  signal: NodeJS.Signals,
  pid: number,
  cluster: string,
  timeoutMs: number,
): Promise<boolean> {
  for (let waited = 0; waited < timeoutMs; waited += 20) {
    if ((await occupantOf(pid, cluster)) !== 'our-server') return true
    if (waited === 0) process.kill(pid, signal)
    await sleep(20)
  }
  return false
}
