import './check-node.mjs'
import './end-with-npm.mjs'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { chromium } from './find-chromium.mjs'
import { inProject, projectNode } from './project.mjs'
import { runNpm, runProgram } from './run-program.mjs'

const MEMORY = '/dev/shm'
const ROOM_IN_MEMORY = 6 * 1024 ** 3

const reports = mkdtempSync(join(tmpdir(), 'twende-reports-'))
const databases = folderInMemory()
const counted = { passed: 0, failed: 0, skipped: 0 }

process.once('exit', (code) => {
  for (const folder of [reports, databases]) if (folder) rmSync(folder, { recursive: true, force: true })
  // A step that failed without a failed test of its own still must not read as a success.
  const failed = code !== 0 && counted.failed === 0 ? 1 : counted.failed
  if (counted.skipped > 0) console.log(`\n${counted.skipped} skipped`)
  console.log(`\n${counted.passed} passed, ${failed} failed`)
})

await step('Packages', async () => {
  await ensureInstalled({ forTests: true })
  return 0
})
// All but the lint needs the messages, and would compile them three times.
await step('Messages and lint', () =>
  together([() => runNpm(['run', '--silent', 'messages']), () => runNpm(['run', '--silent', 'lint'])]),
)
await step('Types', () => runNpm(['run', '--silent', 'types']))
// Not beside the types: a build writes the types of the routes anew while they are read.
await step('Build', () => ensureBuilt().then(() => 0))
await step('Rules, architecture and server', () => vitest('all', [], 'UTC', true))
// The rules ran in UTC above; a zone behind it has another day for a part of each day.
const zone = 'America/Los_Angeles'
await step(`Rules seen from ${zone}, weights, browser`, () =>
  together([
    // The browser waits for its market meanwhile, which is filled on one core.
    () => vitest('rules', ['--project', 'rules'], zone, false),
    () => node(['scripts/check-weights.mjs'], {}),
    playwright,
  ]),
)

/** A folder in memory, where there is much of it: what the server tests write then takes no time of the disk. */
function folderInMemory() {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return undefined
  const { bavail, bsize } = statfsSync(MEMORY)
  if (Math.min(bavail * bsize, process.availableMemory?.() ?? 0) < ROOM_IN_MEMORY) return undefined
  const folder = mkdtempSync(join(MEMORY, 'twende-tests-'))
  // Under root, PostgreSQL runs as somebody else.
  chmodSync(folder, 0o1777)
  return folder
}

async function step(title, run) {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 60 - title.length))}`)
  const code = await run().catch((error) => {
    console.error(error)
    return 1
  })
  if (code === 0) return
  console.error(`\nFailed: ${title}`)
  process.exit(1)
}

/** Runs steps that need nothing of each other at the same time; answers the first exit code that is not 0. */
async function together(runs) {
  const codes = await Promise.all(runs.map((run) => run()))
  return codes.find((code) => code !== 0) ?? 0
}

function node(args, env) {
  return runProgram(projectNode(), args, {
    PATH: `${inProject('node_modules', '.bin')}${delimiter}${process.env.PATH}`,
    ...env,
  })
}

async function vitest(name, args, zone, counts) {
  const file = join(reports, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await node(['node_modules/vitest/vitest.mjs', 'run', ...args, ...reporters], {
    TZ: zone,
    ...(databases && { TMPDIR: databases }),
  })
  const report = read(file)
  if (counts) counted.passed += report.numPassedTests
  counted.failed += report.numFailedTests
  if (counts) counted.skipped += report.numPendingTests + report.numTodoTests
  return code
}

async function playwright() {
  const config = 'e2e/playwright.config.ts'
  if (!existsSync(inProject(config))) {
    console.error(`The browser tests are missing: there is no ${config}.`)
    return 1
  }
  const file = join(reports, 'browser.json')
  const code = await node(
    ['node_modules/@playwright/test/cli.js', 'test', '-c', config, '--reporter=list,json'],
    {
      CHROMIUM_PATH: await chromium(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
  )
  const { expected, unexpected, flaky, skipped } = read(file).stats
  counted.passed += expected
  // A test that passes only when asked again is broken.
  counted.failed += unexpected + flaky
  counted.skipped += skipped
  return flaky > 0 ? 1 : code
}

function read(file) {
  if (!existsSync(file)) throw new Error('The test runner ended without a report.')
  return JSON.parse(readFileSync(file, 'utf8'))
}
