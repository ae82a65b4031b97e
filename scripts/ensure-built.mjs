import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { oneAtATime } from './one-at-a-time.mjs'
import { giveUp, inProject, projectNode } from './project.mjs'
import { runProgram } from './run-program.mjs'

/** The program that serves both apps. */
export const program = inProject('build', 'site', 'server', 'index.js')
const adminShell = inProject('build', 'admin', 'client', 'index.html')
const stamp = inProject('build', '.built-from')
const builder = join('node_modules', '@react-router', 'dev', 'bin.cjs')
/** What the builder is told of each app: where it is, if not here. */
const apps = [[], ['admin']]
const sources = [
  'admin',
  'contract',
  'messages',
  'server/demo',
  'server/src',
  'ui',
  'web',
  'package-lock.json',
  'package.json',
  'react-router.config.ts',
  // What the build's own plugins do to what is shipped.
  'scripts/check-catalogues.mjs',
  'scripts/compile-messages.mjs',
  'scripts/compress-assets.ts',
  'scripts/fetch-before-import.ts',
  'scripts/short-route-table.ts',
  'scripts/site-languages.ts',
  'scripts/strip-unused-router.ts',
  'tsconfig.json',
  'vite.config.ts',
]

/** Builds the product, unless the build there was made from these very sources. */
export async function ensureBuilt() {
  if (!isBuilt()) await build()
}

/** Builds the product. */
export function build() {
  return oneAtATime(async () => {
    const state = stateOfSources()
    rmSync(stamp, { force: true })
    // The messages first: both apps need them, and would compile them twice.
    console.log('Compiling the messages ...')
    if ((await run('scripts/compile-messages.mjs')) !== 0) failed()
    console.log('Building the site and the desk (about 30 seconds, once) ...')
    const codes = await Promise.all(apps.map((app) => run(builder, 'build', ...app, '--logLevel', 'warn')))
    if (codes.some((code) => code !== 0)) failed()
    writeFileSync(stamp, state)
  })
}

function isBuilt() {
  return existsSync(program) && existsSync(adminShell) && readStamp() === stateOfSources()
}

/** Not by way of npm, which would not pass a signal on to what its shell runs. */
function run(...args) {
  return runProgram(projectNode(), args, { NODE_ENV: 'production' })
}

function failed() {
  giveUp('The build failed, for the reason above. Mend it and start again: what was begun is built anew.')
}

function readStamp() {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
}

function stateOfSources() {
  const hash = createHash('sha256')
  for (const path of sources
    .map((source) => inProject(source))
    .flatMap(filesUnder)
    .sort()) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (
      entry.name === 'node_modules' ||
      entry.name === 'compiled' ||
      entry.name === '.react-router' ||
      /\.test\.tsx?$/.test(entry.name)
    )
      return []
    return entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)]
  })
}
