import { mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { diskPictureFiles } from './picture-files.ts'

/** What reached the disk, in its order, by its path in the folder. */
const steps: [what: string, path: string][] = []
let folder = ''

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const named = (path: unknown) => relative(folder, String(path)).replace(/[0-9a-f]{12}\.part/, 'draft')
  return {
    ...real,
    open: async (path: string, flags: string) => {
      const opened = await real.open(path, flags)
      const sync = opened.sync.bind(opened)
      opened.sync = async () => {
        await sync()
        steps.push(['sync', named(path)])
      }
      return opened
    },
    rename: async (from: string, to: string) => {
      await real.rename(from, to)
      steps.push(['rename', named(to)])
    },
  }
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'twende-pictures-'))
  steps.length = 0
})

test('a file that must last is on the disk under its name, with each folder that is new, before it counts as written', async () => {
  const files = diskPictureFiles(folder)
  await files.write('abcdef', 'master.webp', Buffer.from('first'), { durable: true })
  const [file, name, ...folders] = steps
  expect(file?.[0]).toBe('sync')
  expect(name).toEqual(['rename', 'ab/cdef/master.webp'])
  expect(folders.map(([, path]) => path).sort()).toEqual(['', 'ab', 'ab/cdef'])
  expect(new Set(folders.map(([what]) => what))).toEqual(new Set(['sync']))
  expect(await files.read('abcdef', 'master.webp')).toEqual(Buffer.from('first'))
})

test('a file that can be made again waits for no disk', async () => {
  await diskPictureFiles(folder).write('abcdef', '640.avif', Buffer.from('small'))
  expect(steps).toEqual([['rename', 'ab/cdef/640.avif']])
})

test('drafts that a killed process left are removed, not those that are being written', async () => {
  const files = diskPictureFiles(folder)
  await files.write('abcdef', 'master.webp', Buffer.from('kept'))
  const [old, young] = ['0'.repeat(12), '1'.repeat(12)].map((name) => join(folder, 'drafts', `${name}.part`))
  for (const path of [old ?? '', young ?? '']) await writeFile(path, 'half')
  await utimes(old ?? '', new Date('2026-03-01T08:00:00Z'), new Date('2026-03-01T08:00:00Z'))
  await files.removeDrafts(new Date('2026-03-01T09:00:00Z'))
  expect(await readdir(join(folder, 'drafts'))).toEqual([`${'1'.repeat(12)}.part`])
  expect(await files.read('abcdef', 'master.webp')).toEqual(Buffer.from('kept'))
})
