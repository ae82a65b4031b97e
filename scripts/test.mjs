import './check-node.mjs'
import './end-with-npm.mjs'
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { chromium, installChromiumEarly } from './find-chromium.mjs'
import { claim } from './one-at-a-time.mjs'
import { giveUp, inProject, projectNode, root } from './project.mjs'
import { runNpm } from './run-program.mjs'

// Everything, or the tests and journeys whose path has one of these words: `npm test -- bookings`.
const words = process.argv.slice(2)

const MEMORY = '/dev/shm'
const ROOM_IN_MEMORY = 6 * 1024 ** 3
const ROOM_ON_DISK = 1.5 * 1024 ** 3
const PATIENCE_AT_END_MS = 2_500

/** The process groups that run, so that none of them is left behind. */
const running = new Set()
const failures = []
let isStopping = false
const counted = { passed: 0, failed: 0, skipped: 0 }

requireRoom(root)
claim('tests-running', 'runs the tests')
// All that the tests write is in here, and goes with it.
const folder = makeFolder()
process.once('exit', leaveNothing)
// A terminal and npm both pass one Ctrl-C on: the second does not end this before it has tidied up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

await (words.length === 0 ? runEverything() : runWords())
report()

async function runEverything() {
  await Promise.all([installChromiumEarly(), step('Packages', installPackages)])
  endIfFailed()
  await step('Messages', () => runNpm(['run', '--silent', 'messages']))
  endIfFailed()
  await Promise.all([buildAndBrowse(), checkAndTest()])

  /** The longest way, so it begins first. */
  async function buildAndBrowse() {
    if (!(await step('Build', () => ensureBuilt().then(() => 0)))) return
    await step('Weights', () => node(['scripts/check-weights.mjs']))
    await step('Journeys', async () => journeys([], { CHROMIUM_PATH: await chromium(), WHOLE_RUN: '1' }))
  }

  async function checkAndTest() {
    await step('Types', () => npm('types'))
    await step('Lint', () => npm('lint'))
    await step('Rules, components and server', () => vitest('all', [], 'UTC'))
    // The rules ran in UTC above; a zone behind it has another day for a part of each day.
    const zone = 'America/Los_Angeles'
    await step(`Rules seen from ${zone}`, () => vitest('zone', ['--project', 'rules'], zone))
  }
}

async function runWords() {
  await step('Packages', installPackages)
  endIfFailed()
  await step('Messages', () => runNpm(['run', '--silent', 'messages']))
  endIfFailed()
  const paths = readdirSync(inProject('e2e'), { recursive: true }).filter((path) => path.endsWith('.e2e.ts'))
  const isWanted = (path) => words.some((word) => join('e2e', path).includes(word))
  await step('Tests', () => vitest('all', [...words, '--passWithNoTests'], 'UTC'))
  if (!paths.some(isWanted)) return
  if (!(await step('Build', () => ensureBuilt().then(() => 0)))) return
  await step('Journeys', async () => journeys(words, { CHROMIUM_PATH: await chromium() }))
}

async function installPackages() {
  await ensureInstalled({ forTests: true })
  return 0
}

/** Runs one part and says how long it took; a part that fails is told again at the end. */
async function step(title, run) {
  const begun = Date.now()
  const code = await run().catch((error) => {
    failures.push({ title, reason: String(error?.stack ?? error) })
    return undefined
  })
  // What was ended by hand has not failed.
  if (isStopping) return new Promise(() => {})
  const seconds = Math.round((Date.now() - begun) / 1000)
  console.log(`── ${title}: ${code === 0 ? 'done' : 'FAILED'} in ${seconds} s`)
  if (code !== 0 && !failures.some((failure) => failure.title === title))
    failures.push({ title, reason: code === undefined ? '' : `It ended with code ${code}: see above.` })
  return code === 0
}

function endIfFailed() {
  if (failures.length > 0) report()
}

function report() {
  for (const { title, reason } of failures) console.log(`\nFailed: ${title}\n${reason}`)
  // A part that failed without a failed test of its own must not read as a success.
  const failed = Math.max(counted.failed, failures.length > 0 ? 1 : 0)
  if (counted.skipped > 0) console.log(`\n${counted.skipped} skipped`)
  console.log(`\n${counted.passed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}

function npm(script) {
  return runNpm(['run', '--silent', script])
}

async function vitest(name, args, zone) {
  const file = join(folder, `${name}.json`)
  const code = await node(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...args,
      // One line a file.
      '--slowTestThreshold=3600000',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    { TZ: zone },
  )
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = read(file)
  // The same rules in another zone are not more tests.
  if (name === 'all') {
    counted.passed += numPassedTests
    counted.skipped += numPendingTests + numTodoTests
  }
  counted.failed += numFailedTests
  for (const { name: path, message, assertionResults } of testResults) {
    const title = path.replace(`${root}/`, '')
    if (message) failures.push({ title, reason: message })
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed')
        failures.push({ title: `${title}: ${fullName}`, reason: failureMessages.join('\n') })
  }
  return code
}

async function journeys(files, env) {
  const file = join(folder, 'journeys.json')
  const args = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', ...files]
  const code = await node(args, { ...env, COUNTS_FILE: file })
  const { passed, failed, skipped, reasons } = read(file)
  counted.passed += passed
  counted.failed += failed
  counted.skipped += skipped
  for (const reason of reasons) failures.push({ title: 'a journey', reason })
  if (failed > 0)
    failures.push({
      title: 'Journeys',
      reason: 'Pictures are in test-results/. With a trace: npx playwright test -c e2e --trace on <file>',
    })
  return code
}

function read(file) {
  if (!existsSync(file)) throw new Error('The test runner ended without a report.')
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Runs a program of the project in a process group of its own, with its temporary files in the folder of this run. */
function node(args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(projectNode(), args, {
      cwd: root,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PATH: `${inProject('node_modules', '.bin')}${delimiter}${process.env.PATH}`,
        ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
        TMPDIR: folder,
        ...env,
      },
    })
    running.add(child)
    child.stdout.pipe(process.stdout, { end: false })
    child.stderr.pipe(process.stderr, { end: false })
    child.once('error', reject)
    child.once('close', (code) => {
      running.delete(child)
      resolve(code ?? 1)
    })
  })
}

/** A folder in memory, where there is much of it: what the tests write then takes no time of the disk. */
function makeFolder() {
  const parent = hasRoomInMemory() ? MEMORY : tmpdir()
  if (parent !== MEMORY) requireRoom(parent)
  const made = mkdtempSync(join(parent, 'twende-tests-'))
  // Under root, PostgreSQL runs as somebody else.
  chmodSync(made, 0o1777)
  return made
}

function hasRoomInMemory() {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return false
  return Math.min(roomIn(MEMORY), process.availableMemory?.() ?? 0) >= ROOM_IN_MEMORY
}

function roomIn(path) {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

function requireRoom(path) {
  if (roomIn(path) >= ROOM_ON_DISK) return
  const free = Math.floor(roomIn(path) / 1024 ** 2)
  giveUp(`Only ${free} MB are free in ${path}. The tests need 1,500 MB there: make room, or set TMPDIR.`)
}

function stop() {
  if (isStopping) return
  isStopping = true
  console.log('\nEnding the tests ...')
  for (const { pid } of running) signalGroup(pid, 'SIGINT')
  const begun = Date.now()
  const wait = setInterval(() => {
    if (running.size > 0 && Date.now() - begun < PATIENCE_AT_END_MS) return
    clearInterval(wait)
    process.exit(130)
  }, 50)
}

function leaveNothing() {
  for (const { pid } of running) signalGroup(pid, 'SIGKILL')
  // A database that lost its owner ends by itself and writes until then.
  for (let tries = 0; tries < 30 && existsSync(folder); tries += 1) {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    }
  }
}

function signalGroup(pid, signal) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // It has ended.
  }
}
