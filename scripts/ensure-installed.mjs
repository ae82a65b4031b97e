import { readFileSync } from 'node:fs'
import { oneAtATime } from './one-at-a-time.mjs'
import { giveUp, inProject } from './project.mjs'
import { runNpm } from './run-program.mjs'

/** Installs what package-lock.json names, unless npm's own record says that all of it is there. */
export async function ensureInstalled({ forTests = false } = {}) {
  const missing = missingPackages(forTests)
  if (missing === 0) return
  console.log(
    missing === Number.POSITIVE_INFINITY
      ? 'Installing the packages (once; about a minute) ...'
      : `Installing the packages again: ${missing} differ from package-lock.json ...`,
  )
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await oneAtATime(() => runNpm(args))
  if (code !== 0)
    giveUp(
      'The packages could not be installed, for the reason that npm gives above. They need a connection to the registry and about 1 GB on the disk; start again when both are there.',
    )
}

function missingPackages(forTests) {
  const wanted = packagesOf('package-lock.json')
  const installed = packagesOf('node_modules/.package-lock.json')
  if (!installed) return Number.POSITIVE_INFINITY
  return Object.entries(wanted ?? {}).filter(([path, { link, version, optional, dev }]) => {
    if (path === '' || link || !path.includes('node_modules/')) return false
    if (optional && !installed[path]) return false
    if (dev && !forTests && !installed[path]) return false
    return installed[path]?.version !== version
  }).length
}

function packagesOf(lock) {
  try {
    return JSON.parse(readFileSync(inProject(lock), 'utf8')).packages
  } catch {
    return undefined
  }
}
