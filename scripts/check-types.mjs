import './check-node.mjs'
import { join } from 'node:path'
import { compileMessages } from './compile-messages.mjs'
import { projectNode } from './project.mjs'
import { runProgram } from './run-program.mjs'

const reactRouter = join('node_modules', '@react-router', 'dev', 'bin.cjs')
const typescript = join('node_modules', 'typescript', 'bin', 'tsc')

await compileMessages()
await together([
  [reactRouter, 'typegen'],
  [reactRouter, 'typegen', 'admin'],
])
await together([
  [typescript, '--checkers', '1'],
  [typescript, '--checkers', '1', '-p', 'admin'],
])

/** The site and the desk at the same time: each checks on one core. */
async function together(runs) {
  const codes = await Promise.all(runs.map((args) => runProgram(projectNode(), args)))
  const failed = codes.find((code) => code !== 0)
  if (failed !== undefined) process.exit(failed)
}
