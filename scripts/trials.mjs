// `npm run trials`: the tests of many rounds, each with its full number of them. `npm run trials -- fines` runs those of files
// with that word, `--seed=123` repeats what was drawn with it; other options are vitest's own.
import './check-node.mjs'
import './end-with-npm.mjs'
import { readdirSync, readFileSync } from 'node:fs'
import { ensureInstalled } from './ensure-installed.mjs'
import { giveUp, inProject, projectNode } from './project.mjs'
import { runProgram } from './run-program.mjs'

const given = process.argv.slice(2)
const seed = given.find((word) => word.startsWith('--seed='))?.slice('--seed='.length)
const options = given.filter((word) => word.startsWith('-') && !word.startsWith('--seed='))
const words = given.filter((word) => !word.startsWith('-'))
if (seed !== undefined && !/^\d+$/.test(seed)) giveUp('A seed is a whole number, as the trials print it.')

const server = inProject('server', 'src')
const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .filter((name) => /\btrial\(/.test(readFileSync(inProject('server', 'src', name), 'utf8')))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .map((name) => `server/src/${name.replaceAll('\\', '/')}`)
if (files.length === 0) giveUp(`No file with trials has "${words.join('" or "')}" in its name.`)

await ensureInstalled({ forTests: true })
const args = ['run', '--tags-filter=trial', ...files, ...options]
process.exitCode = await runProgram(projectNode(), ['node_modules/vitest/vitest.mjs', ...args], {
  TRIALS: 'full',
  ...(seed !== undefined && { TRIALS_SEED: seed }),
})
