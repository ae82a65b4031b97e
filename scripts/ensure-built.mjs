import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, inProject } from './project.mjs'
import { runNpm } from './run-program.mjs'

/** The program that serves both apps. */
export const program = inProject('build', 'site', 'server', 'index.js')
const adminShell = inProject('build', 'admin', 'client', 'index.html')
const stamp = inProject('build', '.built-from')
const apps = ['build:site', 'build:admin']
const sources = [
  'admin',
  'contract',
  'messages',
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
  const state = stateOfSources()
  if (existsSync(program) && existsSync(adminShell) && readStamp() === state) return
  console.log('Building ...')
  rmSync(stamp, { force: true })
  const run = (script, ...args) => runNpm(['run', '--silent', script, ...args], { NODE_ENV: 'production' })
  // The messages first: both apps need them, and would compile them twice.
  const code = await run('messages')
  const codes =
    code === 0 ? await Promise.all(apps.map((app) => run(app, '--', '--logLevel', 'warn'))) : [code]
  if (codes.some((each) => each !== 0)) giveUp('The build failed: see above.')
  writeFileSync(stamp, state)
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
