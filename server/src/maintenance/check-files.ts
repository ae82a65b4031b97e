import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/database.ts'
import { openPictures } from '../media/open-pictures.ts'
import { diskPictureFiles, type FilesFound } from '../media/picture-files.ts'
import { checkPictures } from '../media/picture-tasks.ts'
import { openPrivateFiles } from '../private-files/private-file-storage.ts'
import { checkPrivateFiles } from '../private-files/private-files.ts'

type Checking = {
  db: Db
  config: Pick<Config, 'media' | 'privateMedia' | 'privateFilesKeys' | 'dataDir'>
  /** Folders with `media` and `private` in them, from which a missing file is brought back; the first is asked first. */
  sources: readonly string[]
  now: Date
}

/** Opens every file that a row needs, and brings back those that are missing. Fails with a sentence if a key is missing. */
export async function checkFiles({ db, config, sources, now }: Checking): Promise<FilesFound> {
  const storage = await openPrivateFiles(db, config)
  const copiesOf = (name: string) => sources.map((source) => diskPictureFiles(join(source, name)))
  const pictures = await checkPictures(db, {
    files: openPictures(config.media).files,
    copies: copiesOf('media'),
  })
  const papers = await checkPrivateFiles(db, { ...storage, copies: copiesOf('private'), now })
  return {
    needed: pictures.needed + papers.needed,
    broughtBack: pictures.broughtBack + papers.broughtBack,
    lost: [...pictures.lost.map((path) => `media/${path}`), ...papers.lost.map((path) => `private/${path}`)],
  }
}
