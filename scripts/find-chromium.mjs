import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { giveUp, projectNode, root } from './project.mjs'
import { runProgram } from './run-program.mjs'

// The headless shell draws no window and no address bar: journeys take a fifth less time with it.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of a Chromium that runs here, installed if need be. */
export async function chromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) return runs(given) ? given : giveUp(`CHROMIUM_PATH is ${given}, and no browser runs there.`)
  return (
    installedChromium() ??
    (await fromDebian()) ??
    (await fromPlaywright()) ??
    giveUp(
      'The browser tests need Chromium or Chrome: install one (Debian: apt-get install chromium), or set CHROMIUM_PATH.',
    )
  )
}

/** Has Debian install a Chromium now where none is; this needs none of the project's packages. */
export async function installChromiumEarly() {
  if (!process.env.CHROMIUM_PATH && !installedChromium()) await fromDebian()
}

function installedChromium() {
  return [...names.flatMap(onPath), ...places, playwrightsOwn()].find((place) => place && runs(place))
}

function onPath(name) {
  return (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('No Chromium found; installing the one of Debian ...')
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  await runProgram('apt-get', ['update', '-q'], quiet)
  for (const name of ['chromium-headless-shell', 'chromium']) {
    await runProgram('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], quiet)
    const installed = installedChromium()
    if (installed) return installed
  }
  return undefined
}

async function fromPlaywright() {
  console.log('No Chromium found; asking Playwright for its own ...')
  await runProgram(projectNode(), ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
  return installedChromium()
}

function playwrightsOwn() {
  const ask = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))"
  try {
    return execFileSync(projectNode(), ['-e', ask], { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

// Some systems put a stub in the browser's place that only says where to get it.
function runs(program) {
  return (
    existsSync(program) &&
    spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
  )
}
