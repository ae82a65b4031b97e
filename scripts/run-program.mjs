import { spawn } from 'node:child_process'
import { root } from './project.mjs'

/** Runs a program to its end in the project folder, showing what it says; answers its exit code. */
export function runProgram(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    let stopping = false
    const forward = (signal) => {
      stopping = true
      child.kill(signal)
    }
    process.once('SIGINT', forward).once('SIGTERM', forward)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      process.off('SIGINT', forward).off('SIGTERM', forward)
      if (stopping || signal === 'SIGINT' || signal === 'SIGTERM') process.exit(130)
      resolve(code ?? 1)
    })
  })
}

/** The npm that started us, or else the one on the path. */
export function runNpm(args, env) {
  const npm = process.env.npm_execpath
  if (npm?.endsWith('.js')) return runProgram(process.execPath, [npm, ...args], env)
  return process.platform === 'win32'
    ? runProgram('cmd', ['/c', 'npm', ...args], env)
    : runProgram('npm', args, env)
}
