import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import util from 'node:util'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** A path inside the project. */
export function inProject(...parts) {
  return join(root, ...parts)
}

/** The Node that the project pins, or this one if it will do. */
export function projectNode() {
  const pinned = inProject('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(pinned)) return pinned
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 22)) return process.execPath
  throw new Error(
    'The pinned Node 24 is missing: npm was not allowed to run install scripts. Allow them, or install Node 24.',
  )
}

/** A setting as the server will read it: the environment, else `.env`. */
export function setting(name, otherwise) {
  const path = inProject('.env')
  const inFile = existsSync(path) ? util.parseEnv?.(readFileSync(path, 'utf8'))[name] : undefined
  return process.env[name] || inFile || otherwise
}

/** Says one sentence and ends; for what the person at the keyboard can mend. */
export function giveUp(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}
