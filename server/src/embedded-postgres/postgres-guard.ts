import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { type PostgresUser, runAs } from './postgres-user.ts'

export type GuardedPostgres = {
  readonly pid: number
  /** Resolves with the reason when the server has ended. */
  readonly exited: Promise<string>
  /** Requests a fast shutdown: open transactions are aborted, committed data is on the disk. */
  stop(): void
}

export type GuardOptions = {
  readonly binaries: PostgresBinaries
  readonly cluster: string
  readonly args: readonly string[]
  readonly user: PostgresUser | undefined
  /** A process id in `postmaster.pid` that belongs to another program. */
  readonly ignoring: number | undefined
  readonly onLine: (line: string) => void
  /** How many seconds the server has after each request to end, before the next, harder one. */
  readonly patience?: number
}

/** A server that writes its last checkpoint to a slow disk may need so long. */
const PATIENCE_S = 60

/**
 * A process between this one and the server. Its input is a pipe from this process: when the pipe closes, on request or because
 * this process was killed, the guard sends SIGINT to the server. A server that does not end, because its disk is full or does
 * not answer, is sent SIGQUIT and then SIGKILL: its next start recovers. The guard ignores signals that are sent to the whole service.
 */
const guardScript = `
trap '' HUP INT TERM
patience=$1
shift
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
echo $server
(
  read -r _ <&3
  kill -INT $server
  for harder in QUIT KILL; do
    waited=0
    while [ $waited -lt $patience ]; do sleep 1; waited=$((waited + 1)); done
    kill -$harder $server
  done
) >/dev/null 2>&1 &
watcher=$!
exec >&- 2>&- 3<&-
wait $server
code=$?
kill -KILL $watcher
exit $code
`

export async function startGuarded(options: GuardOptions): Promise<GuardedPostgres> {
  return process.platform === 'win32' ? startOnWindows(options) : startBehindGuard(options)
}

async function startBehindGuard({
  binaries,
  cluster,
  args,
  user,
  ignoring,
  onLine,
  patience = PATIENCE_S,
}: GuardOptions): Promise<GuardedPostgres> {
  const guard = spawn(
    '/bin/sh',
    ['-c', guardScript, 'twende-guard', String(patience), binaries.postgres, '-D', cluster, ...args],
    {
      ...runAs(user),
      cwd: '/',
      // A separate session, so that Ctrl-C reaches only this process, which stops the server after its own work.
      detached: true,
      env: serverEnvironment(ignoring),
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  guard.stdin.on('error', () => {})
  const exited = exitOf(guard)
  createInterface({ input: guard.stderr }).on('line', onLine)
  const firstLine = once(createInterface({ input: guard.stdout }), 'line')
  const pid = await Promise.race([firstLine.then(([line]) => Number(line)), exited])
  if (typeof pid === 'string') throw new Error(`PostgreSQL could not be started: ${pid}`)
  return { pid, exited, stop: () => guard.stdin.end() }
}

async function startOnWindows({
  binaries,
  cluster,
  args,
  ignoring,
  onLine,
}: GuardOptions): Promise<GuardedPostgres> {
  const server = spawn(binaries.postgres, ['-D', cluster, ...args], {
    env: serverEnvironment(ignoring),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = exitOf(server)
  createInterface({ input: server.stderr }).on('line', onLine)
  const pid = server.pid
  if (pid === undefined) throw new Error(`PostgreSQL could not be started: ${await exited}`)
  const stop = () =>
    void spawn(binaries.pgCtl, ['stop', '-m', 'fast', '-W', '-D', cluster], { stdio: 'ignore' })
  return { pid, exited, stop }
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) =>
      resolve(signal === null ? `it ended with ${code}` : `it was killed by ${signal}`),
    )
  })
}

/** The environment may contain secrets and PG* settings that are not meant for the server. */
function serverEnvironment(ignoring: number | undefined): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, SystemRoot } = process.env
  return {
    ...Object.fromEntries(
      Object.entries({ PATH, TMPDIR, SystemRoot }).filter(([, value]) => value !== undefined),
    ),
    ...(ignoring === undefined ? {} : { PG_GRANDPARENT_PID: String(ignoring) }),
  }
}
