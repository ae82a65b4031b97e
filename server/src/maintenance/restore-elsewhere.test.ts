import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, readdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { seededRandom } from '../basic-deps.ts'
import { dataFolder } from '../testing/data-folder.ts'
import { trial } from '../testing/trial.ts'

const run = promisify(execFile)
const program = join(import.meta.dirname, '../testing/maintain-as.ts')
const isRoot = process.getuid?.() === 0

type Person = 'root' | 'user'
/** The id of a Linux user who is not root. */
const USER_ID = 65_534
/** Without root there is one user only, who is both. */
const idOf = (person: Person) => (person === 'user' && isRoot ? { uid: USER_ID, gid: USER_ID } : {})
const optionsOf = (person: Person) => ({ ...idOf(person), env: { ...process.env, HOME: '/' } })

const act = async (person: Person, ...words: string[]) =>
  (await run(process.execPath, [program, ...words], optionsOf(person))).stdout

/** A data folder of this person inside one that is open, or closed to everybody else. */
async function folderOf(person: Person, place: 'open' | 'closed'): Promise<string> {
  const outer = join(await dataFolder(), 'home')
  await mkdir(outer)
  await chmod(outer, place === 'open' ? 0o755 : 0o700)
  if (person === 'user' && isRoot) await chown(outer, USER_ID, USER_ID)
  const dataDir = join(outer, 'data')
  onTestFinished(() => removeElsewhere(dataDir))
  return dataDir
}

/** A database whose user cannot enter the data folder is in a folder of root, with a link to it. */
async function removeElsewhere(dataDir: string): Promise<void> {
  for (const entry of await readdir(dataDir, { withFileTypes: true }).catch(() => []))
    if (entry.isSymbolicLink())
      await rm(await realpath(join(dataDir, entry.name)), { recursive: true, force: true })
}

/** Restores in a process that is killed after so many milliseconds. */
async function killRestore(person: Person, dataDir: string, backup: string, after: number): Promise<void> {
  const child = spawn(process.execPath, [program, 'restore', dataDir, backup], {
    ...optionsOf(person),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), ended])
  await Promise.race([sleep(after), ended])
  child.kill('SIGKILL')
  await ended
}

const people = ['root', 'user'] as const
const places = ['open', 'closed'] as const
const targets = ['empty', 'started once', 'interrupted'] as const
const pairs = people.flatMap((maker) =>
  people.flatMap((restorer) =>
    places.flatMap((place) => targets.map((target) => ({ maker, restorer, place, target }))),
  ),
)
type Pair = (typeof pairs)[number]

async function restorePair({ maker, restorer, place, target }: Pair, killAfter: number): Promise<unknown> {
  const from = await folderOf(maker, place)
  const backup = join(await dataFolder(), 'backup')
  await chmod(join(backup, '..'), 0o777)
  await act(maker, 'make', from, '1')
  await act(maker, 'backup', from, backup)
  // As the sentence says that refuses somebody else's backup.
  if (restorer === 'user' && isRoot) await run('chown', ['-R', `${USER_ID}:${USER_ID}`, backup])
  const dataDir = await folderOf(restorer, place)
  if (target !== 'empty') await act(restorer, 'make', dataDir, '2')
  if (target === 'interrupted') await killRestore(restorer, dataDir, backup, killAfter)
  await act(restorer, 'restore', dataDir, backup)
  expect((await readdir(dataDir)).filter((name) => /part|restored|restore\.json/.test(name))).toEqual([])
  return JSON.parse(await act(restorer, 'read', dataDir))
}

trial(
  'a backup of root or of a user comes up for either, in an open or a closed folder, that is empty, was started, or in which a restore was killed',
  { full: pairs.length, few: 2 },
  async ({ rounds, seed }) => {
    const draw = seededRandom(seed)
    const first = Math.floor(draw() * pairs.length)
    for (let round = 0; round < rounds; round += 1) {
      const pair = pairs[(first + round) % pairs.length]
      if (!pair) throw new Error('no pair')
      const came = await restorePair(pair, draw() * 1_500)
      expect({ ...pair, came }).toEqual({
        ...pair,
        came: { rows: [{ doors: 1 }], key: 'key of 1', picture: 'a picture' },
      })
      process.stderr.write(
        `came up: made by ${pair.maker}, restored by ${pair.restorer}, ${pair.place}, ${pair.target}\n`,
      )
    }
  },
)
