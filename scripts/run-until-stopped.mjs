import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import { inProject, projectNode, root } from './project.mjs'

const repeatedByTerminal = 2_000

/**
 * Runs a long-lived Node program, passes the first signal on, and ends with its exit code. The program has a process
 * group of its own, so that one Ctrl-C reaches it once; a second one, later, ends it at once.
 */
export function runUntilStopped(args, env = {}) {
  const watch = new URL('end-with-parent.mjs', import.meta.url).href
  const child = spawn(projectNode(), ['--import', watch, ...args], {
    cwd: root,
    detached: process.platform !== 'win32',
    env: {
      ...process.env,
      PATH: `${inProject('node_modules', '.bin')}${delimiter}${process.env.PATH}`,
      ...env,
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  let askedAt = 0
  const stop = () => {
    if (askedAt === 0) {
      askedAt = Date.now()
      child.kill('SIGTERM')
    } else if (Date.now() - askedAt > repeatedByTerminal) {
      child.kill('SIGKILL')
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  child.once('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' ? 0 : 1)))
}
