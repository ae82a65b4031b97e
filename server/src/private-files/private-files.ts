import { createHash } from 'node:crypto'
import {
  PRIVATE_FILE_KINDS,
  PRIVATE_LINK_SECONDS,
  type PrivateFile,
  type PrivateFileKind,
} from '@twende/contract/private-files/private-file-routes.ts'
import { v7 as uuidv7 } from 'uuid'
import { isSameHash, keyedHash, keyFor } from '../accounts/secrets.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { encodeWithin, readLikeness, shareOfDetail } from '../media/encode-picture.ts'
import { keepLikeness } from '../media/likeness.ts'
import {
  type FilesFound,
  type PictureFiles,
  refuseWithoutRoom,
  restoreMissingFiles,
} from '../media/picture-files.ts'
import type { Likeness } from '../media/picture-variants.ts'
import { encodeOrRefuse, refuseUnlessPicture } from '../media/save-picture.ts'
import { countKilobytes, type Uploader } from '../media/upload-pictures.ts'
import { type PrivateFileStorage, type PrivateFileVariant, VARIANT_FILES } from './private-file-storage.ts'
import {
  deletePrivateFileRow,
  findEveryPrivateFile,
  findFilesToDelete,
  insertPrivateFiles,
  type PrivateFileRow,
  selectPrivateFiles,
  setDeleteAfter,
} from './private-file-store.ts'

export type { PrivateFileRow } from './private-file-store.ts'

type FileDeps = Pick<AppDeps, 'db' | 'clock' | 'pictures' | 'privateFiles'>
type LinkDeps = Pick<AppDeps, 'clock' | 'tokenSecret'>

const FULL = { longestSide: 2000, quality: 85 }
const SMALL = { longestSide: 400, quality: 70 }
/** Of a photo of a document, several times as much; of a wall, a sheet or a covered lens, nothing. */
const LEAST_DETAIL = 0.01
/** Until the change that refers to a new file keeps it. */
const UNKEPT_HOURS = 24
const MOST_AT_ONCE = 200

/** Bytes of a variant, and what is stored about the file. */
type Encoded = Pick<PrivateFileRow, 'media_type' | 'width' | 'height'> & { full: Buffer; small?: Buffer }

/**
 * Saves a scan or photo that a person sent: an image encoded anew without metadata, or a PDF where the kind allows it. Call it
 * before the transaction, and `keepPrivateFiles` in it: a file that nothing keeps is deleted after a day.
 */
export async function savePrivateFile(
  deps: FileDeps,
  given: { kind: PrivateFileKind; bytes: Buffer; by: Uploader },
): Promise<PrivateFileRow> {
  const { kind, by } = given
  refuseWithoutRoom(deps.privateFiles.files)
  // Nothing is encoded for a person who has used up the hour's limit.
  await countKilobytes(deps, by, 0)
  const encoded = await encodeSent(deps, given)
  await countKilobytes(deps, by, Math.ceil((encoded.full.length + (encoded.small?.length ?? 0)) / 1000))
  const { likeness = null, ...kept } = encoded
  const file = await store(deps, { kind, encoded: kept, uploadedBy: by.accountId })
  if (kept.small) await keepLikeness(deps.db, { fileId: file.id }, likeness)
  return file
}

/** Saves a PDF that the program made, such as an agreement. */
export function saveOwnPdf(
  deps: FileDeps,
  { kind, bytes }: { kind: PrivateFileKind; bytes: Buffer },
): Promise<PrivateFileRow> {
  const encoded = { full: bytes, media_type: 'application/pdf', width: null, height: null }
  return store(deps, { kind, encoded, uploadedBy: null })
}

type OwnPicture = { full: Buffer; small: Buffer; width: number; height: number }

/** Saves pictures that the program itself has encoded, such as those of the demo market, in their order. */
export function saveOwnPictures(
  deps: FileDeps,
  { kind, pictures }: { kind: PrivateFileKind; pictures: readonly OwnPicture[] },
): Promise<PrivateFileRow[]> {
  const encoded = pictures.map((picture) => ({ ...picture, media_type: 'image/webp' }))
  return storeAll(
    deps,
    encoded.map((each) => ({ kind, encoded: each, uploadedBy: null })),
  )
}

async function encodeSent(
  { pictures }: FileDeps,
  { kind, bytes, by }: { kind: PrivateFileKind; bytes: Buffer; by: Uploader },
): Promise<Encoded & { likeness?: Likeness | null }> {
  const rules = PRIVATE_FILE_KINDS[kind]
  if (rules.pdf && isPdf(bytes))
    return { full: bytes, media_type: 'application/pdf', width: null, height: null }
  try {
    refuseUnlessPicture(bytes)
  } catch (error) {
    if (rules.pdf && error instanceof AppError && error.code === 'picture_unsupported')
      throw new AppError('file_unsupported')
    throw error
  }
  const encode = async (sent: Buffer) => {
    if (rules.detail && (await shareOfDetail(sent)) < LEAST_DETAIL)
      throw new AppError('picture_without_detail')
    const full = await encodeWithin(sent, FULL)
    const small = await encodeWithin(full.bytes, SMALL)
    return { full, small, likeness: await readLikeness(small.bytes) }
  }
  const { full, small, likeness } = await pictures.queue.run(
    () => encodeOrRefuse(bytes, encode),
    'upload',
    by.accountId,
  )
  const { width, height } = full
  return { full: full.bytes, small: small.bytes, media_type: 'image/webp', width, height, likeness }
}

type NewFile = { kind: PrivateFileKind; encoded: Encoded; uploadedBy: string | null }

async function store(deps: FileDeps, given: NewFile): Promise<PrivateFileRow> {
  const [row] = await storeAll(deps, [given])
  if (!row) throw new Error('one file was given, so one is stored')
  return row
}

async function storeAll(
  { db, clock, privateFiles: { files, keys } }: FileDeps,
  given: readonly NewFile[],
): Promise<PrivateFileRow[]> {
  const now = clock.now()
  const rows = given.map(({ kind, encoded: { full, small: _, ...facts }, uploadedBy }) => ({
    id: uuidv7(),
    kind,
    ...facts,
    byte_count: full.length,
    content_hash: createHash('sha256').update(full).digest('hex'),
    key_id: keys.keyId,
    uploaded_by: uploadedBy,
    created_at: now,
    delete_after: new Date(now.getTime() + UNKEPT_HOURS * 3_600_000),
  }))
  // The rows first: bytes without a row would never be deleted.
  await insertPrivateFiles(db, rows)
  const write = (id: string, variant: PrivateFileVariant, bytes: Buffer) =>
    files.write(id, VARIANT_FILES[variant], keys.encrypt(nameOf(id, variant), bytes), { durable: true })
  await Promise.all(
    rows.flatMap(({ id }, at) => {
      const { full, small } = given[at]?.encoded ?? {}
      return [...(full ? [write(id, 'full', full)] : []), ...(small ? [write(id, 'small', small)] : [])]
    }),
  )
  return rows
}

/** Keeps new files, in the transaction of the change that refers to them: for good, or until `deleteAfter`. */
export async function keepPrivateFiles(
  db: Db,
  { ids, deleteAfter = null, now }: { ids: readonly string[]; deleteAfter?: Date | null; now: Date },
): Promise<void> {
  const distinct = [...new Set(ids)]
  if ((await setDeleteAfter(db, distinct, deleteAfter, now)) < distinct.length)
    throw new Error('a private file is gone before it was kept')
}

export async function findPrivateFile(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  id: string,
): Promise<PrivateFileRow | undefined> {
  return (await selectPrivateFiles(db, [id], clock.now()))[0]
}

/** The files that are still kept, in the order of `ids`. */
export function findPrivateFiles(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  ids: readonly string[],
): Promise<PrivateFileRow[]> {
  return selectPrivateFiles(db, ids, clock.now())
}

/** The readable bytes; undefined if the file is gone, an error if a byte of it was changed. */
export async function readPrivateFile(
  deps: Pick<AppDeps, 'db' | 'clock' | 'privateFiles'>,
  id: string,
  variant: PrivateFileVariant = 'full',
): Promise<{ file: PrivateFileRow; bytes: Buffer } | undefined> {
  const { files, keys } = deps.privateFiles
  const file = await findPrivateFile(deps, id)
  const stored = file && (await files.read(id, VARIANT_FILES[variant]))
  return stored && { file, bytes: keys.decrypt(nameOf(id, variant), stored) }
}

/** From now on the files are not shown; their bytes are removed within minutes. For use in a transaction. */
export async function deletePrivateFiles(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await setDeleteAfter(db, ids, now, now)
}

/** The files are deleted at this instant, although what refers to them loses its owner. For use in a transaction. */
export async function deletePrivateFilesAfter(
  db: Db,
  { ids, deleteAfter, now }: { ids: readonly string[]; deleteAfter: Date; now: Date },
): Promise<void> {
  await setDeleteAfter(db, ids, deleteAfter, now)
}

/** Removes the bytes and rows of files that are past their time. One that cannot be removed does not keep the others. */
export async function deleteOldPrivateFiles({
  db,
  clock,
  logger,
  privateFiles: { files },
}: Pick<AppDeps, 'db' | 'clock' | 'logger' | 'privateFiles'>): Promise<void> {
  for (const id of await findFilesToDelete(db, clock.now(), MOST_AT_ONCE)) {
    try {
      // Bytes first: while the row is there, a deletion that failed is tried again.
      await files.remove(id)
      await deletePrivateFileRow(db, id)
    } catch (error) {
      logger.error(
        { err: error, code: 'private_file_not_deleted', privateFile: id },
        'a private file was not deleted',
      )
    }
  }
}

/** Opens every private file that is kept, and brings back from copies those that are missing. */
export async function checkPrivateFiles(
  db: Db,
  { files, keys, copies, now }: PrivateFileStorage & { copies: readonly PictureFiles[]; now: Date },
): Promise<FilesFound> {
  const rows = (await findEveryPrivateFile(db)).filter((row) => isKept(row, now))
  const opens = (name: string) => (bytes: Buffer) => {
    try {
      return keys.decrypt(name, bytes).length > 0
    } catch {
      return false
    }
  }
  const needed = rows.flatMap(({ id, media_type }) => {
    const variants: PrivateFileVariant[] = media_type === 'application/pdf' ? ['full'] : ['full', 'small']
    return variants.map((variant) => ({
      hash: id,
      file: VARIANT_FILES[variant],
      isWhole: opens(nameOf(id, variant)),
    }))
  })
  return restoreMissingFiles(files, { needed, copies })
}

/** Nothing refers to a file that was only sent, and its bytes may never have been written. */
function isKept({ created_at, delete_after }: PrivateFileRow, now: Date): boolean {
  if (delete_after === null) return true
  return delete_after > now && delete_after.getTime() !== created_at.getTime() + UNKEPT_HOURS * 3_600_000
}

/**
 * A link for one account, valid for five minutes. Whoever calls it has checked that this account may see the file. The browser
 * sends its session token with the request, so pages show it with `PrivatePicture`.
 */
export function privateFileLink(
  deps: LinkDeps,
  given: { fileId: string; accountId: string; variant?: PrivateFileVariant },
): string {
  const variant = given.variant ?? 'full'
  // To the millisecond: one that is given after a change of rights in the same second is not older than it.
  const expires = String(deps.clock.now().getTime() + PRIVATE_LINK_SECONDS * 1000)
  const signature = sign(deps, { ...given, variant, expires })
  return `/api/private-file/${given.fileId}?${new URLSearchParams({ variant, expires, signature })}`
}

/** What a page gets of a file, with links for this account. */
export function presentPrivateFile(deps: LinkDeps, file: PrivateFileRow, accountId: string): PrivateFile {
  const link = (variant: PrivateFileVariant) => privateFileLink(deps, { fileId: file.id, accountId, variant })
  const isPdf = file.media_type === 'application/pdf'
  return {
    _id: file.id,
    kind: file.kind,
    mediaType: isPdf ? 'application/pdf' : 'image/webp',
    link: link('full'),
    thumbnailLink: isPdf ? null : link('small'),
    width: file.width,
    height: file.height,
  }
}

type SignedLink = {
  fileId: string
  accountId: string
  variant: PrivateFileVariant
  expires: string
}

/** Refuses a link that is over, forged, or was given to another account; answers when it was given. */
export function checkPrivateFileLink(deps: LinkDeps, link: SignedLink & { signature: string }): Date {
  const isOver = Number(link.expires) < deps.clock.now().getTime()
  if (isOver || !isSameHash(sign(deps, link), link.signature)) throw new AppError('private_file_link_over')
  return new Date(Number(link.expires) - PRIVATE_LINK_SECONDS * 1000)
}

function sign({ tokenSecret }: LinkDeps, { fileId, accountId, variant, expires }: SignedLink): string {
  const key = keyFor('private file links', tokenSecret)
  return keyedHash(key, JSON.stringify([fileId, accountId, variant, expires]))
}

function nameOf(id: string, variant: PrivateFileVariant): string {
  return `${id}/${VARIANT_FILES[variant]}`
}

/** By its first and last bytes; a PDF is never opened here, and always sent as a download. */
function isPdf(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 5) === '%PDF-' && bytes.subarray(-1024).includes('%%EOF')
}
