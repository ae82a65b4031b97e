import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { diskPictureFiles } from '../media/picture-files.ts'
import { dataFolder } from '../testing/data-folder.ts'
import { archivedFolders, fileArchive } from './archive-files.ts'

const hash = 'ab'.padEnd(64, '1')
const other = 'ab'.padEnd(64, '2')
const paper = '0198a000-0000-7000-8000-000000000001'
const days = 7
const master = Buffer.from('a picture')

let dataDir: string
let archive: string
let config: Parameters<typeof fileArchive>[0]['config']

beforeEach(async () => {
  dataDir = await dataFolder()
  archive = await dataFolder()
  config = {
    media: { kind: 'files', folder: join(dataDir, 'media') },
    privateMedia: { kind: 'files', folder: join(dataDir, 'private') },
  }
})

const pictures = () => diskPictureFiles(join(dataDir, 'media'))
const papers = () => diskPictureFiles(join(dataDir, 'private'))
const later = (seconds: number) => new Date(Date.now() + seconds * 1000)
async function archivedCopy(name: 'media' | 'private', id: string, file: string) {
  for (const folder of await archivedFolders(archive)) {
    const bytes = await diskPictureFiles(join(folder, name)).read(id, file)
    if (bytes) return bytes.toString()
  }
  return undefined
}

test('new files follow into the archive, each once, without what can be made again', async () => {
  const { follow } = fileArchive({ config, archive, days })
  await follow(new Date())
  await pictures().write(hash, 'master.webp', master)
  await pictures().write(hash, '640.avif', Buffer.from('smaller'))
  await papers().write(paper, 'full.enc', Buffer.from('a licence'))
  await follow(new Date())
  expect(await archivedCopy('media', hash, 'master.webp')).toBe('a picture')
  expect(await archivedCopy('media', hash, '640.avif')).toBeUndefined()
  expect(await archivedCopy('private', paper, 'full.enc')).toBe('a licence')
})

test('a second file of a thing follows although the first was archived before it came', async () => {
  const { follow } = fileArchive({ config, archive, days })
  await papers().write(paper, 'full.enc', Buffer.from('a licence'))
  await follow(new Date())
  await papers().write(paper, 'small.enc', Buffer.from('a smaller one'))
  await follow(new Date())
  expect(await archivedCopy('private', paper, 'small.enc')).toBe('a smaller one')
})

test('what came while the program was down follows at its next start, and so does what comes into a settled folder', async () => {
  await pictures().write(hash, 'master.webp', master)
  await fileArchive({ config, archive, days }).follow(later(120))
  await pictures().write(other, 'master.webp', Buffer.from('another'))
  const { follow } = fileArchive({ config, archive, days })
  await follow(later(120))
  expect(await archivedCopy('media', other, 'master.webp')).toBe('another')
  const third = 'ab'.padEnd(64, '3')
  await pictures().write(third, 'master.webp', Buffer.from('a third'))
  // A folder that changes again within one tick of the clock of the disk counts as changed.
  await utimes(join(dataDir, 'media', 'ab'), later(1), later(1))
  await follow(later(240))
  expect(await archivedCopy('media', third, 'master.webp')).toBe('a third')
})

test('a removed file is kept for the days of the archive, and is gone after them', async () => {
  const { follow } = fileArchive({ config, archive, days })
  await pictures().write(hash, 'master.webp', master)
  await follow(later(120))
  await pictures().remove(hash)
  const removed = later(240)
  await follow(removed)
  expect(await readdir(join(archive, 'files', 'media', 'ab'))).toEqual([])
  expect(await archivedCopy('media', hash, 'master.webp')).toBe('a picture')
  await follow(new Date(removed.getTime() + (days + 3) * 86_400_000))
  expect(await archivedCopy('media', hash, 'master.webp')).toBeUndefined()
})

test('a folder that is not there, as when its disk is away, removes nothing from the archive', async () => {
  const { follow } = fileArchive({ config, archive, days })
  await pictures().write(hash, 'master.webp', master)
  await follow(new Date())
  await rm(join(dataDir, 'media'), { recursive: true })
  await follow(later(120))
  await fileArchive({ config, archive, days }).follow(later(240))
  expect(await readdir(join(archive, 'files', 'media', 'ab'))).toEqual([hash.slice(2)])
})

test('drafts, and folders that are no part of the files, stay out of the archive', async () => {
  await mkdir(join(dataDir, 'media', 'private', '01'), { recursive: true })
  await writeFile(join(dataDir, 'media', 'private', '01', 'secret'), 'x')
  await mkdir(join(dataDir, 'media', 'drafts'), { recursive: true })
  await writeFile(join(dataDir, 'media', 'drafts', 'one.part'), 'x')
  await pictures().write(hash, 'master.webp', master)
  await fileArchive({ config, archive, days }).follow(later(120))
  expect(await readdir(join(archive, 'files', 'media'))).toEqual(['ab'])
})
