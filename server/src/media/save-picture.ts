import { createHash } from 'node:crypto'
import { pictureKind } from '@twende/contract/media/picture-kind.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import {
  completeJpeg,
  convertHeic,
  encodeMaster,
  encodePlaceholder,
  measure,
  readLikeness,
} from './encode-picture.ts'
import { insertLikeness } from './likeness-store.ts'
import { findPicture, insertPicture, markRoundDone } from './picture-store.ts'
import {
  type EncodedPicture,
  fileOf,
  type Likeness,
  MASTER_FILE,
  MOST_PIXELS,
  type Variant,
} from './picture-variants.ts'
import type { PictureRow } from './present-picture.ts'

const LARGEST_BYTES = 15 * 1024 * 1024

type SaveDeps = Pick<AppDeps, 'pictures' | 'clock'> & { db: Db }

/** Saves a picture that a person sent: encoded anew, without metadata, under the hash of the result. */
export async function savePicture(deps: SaveDeps, bytes: Buffer): Promise<PictureRow> {
  const [master] = await encodeMasters(deps, [bytes])
  if (!master) throw new Error('one picture was sent, so one is encoded')
  return (await saveMaster(deps, master)).picture
}

/** Encodes the masters of pictures that a person sent; refuses all of them when one is refused. */
export async function encodeMasters(
  { pictures }: Pick<SaveDeps, 'pictures'>,
  sent: readonly Buffer[],
  of?: string,
): Promise<EncodedPicture[]> {
  for (const [at, bytes] of sent.entries()) {
    try {
      refuseUnlessPicture(bytes)
    } catch (error) {
      throw named(error, at)
    }
  }
  return Promise.all(
    sent.map((bytes, at) =>
      pictures.queue
        .run(() => encodeOrRefuse(bytes, encodeMaster), 'upload', of)
        .catch((error: unknown) => Promise.reject(named(error, at))),
    ),
  )
}

/** A refusal says which of the pictures that were sent it is about, so that only that one is asked for again. */
function named(error: unknown, picture: number): unknown {
  if (!(error instanceof AppError)) return error
  return new AppError(error.code, { message: error.message, data: { picture } })
}

/** A picture of our own with what is made of it, and the variants of the first round of `PREGENERATED_ROUNDS`. */
export type PreparedPicture = {
  /** A WebP of at most 1200 pixels wide. */
  master: EncodedPicture
  placeholder: string
  likeness: Likeness | null
  variants: readonly { variant: Variant; bytes: Buffer }[]
}

/** Saves a picture of our own, of which nothing has to be made any more. */
export async function savePreparedPicture(deps: SaveDeps, prepared: PreparedPicture): Promise<PictureRow> {
  const { picture } = await saveMaster(deps, prepared.master, { prepared })
  for (const { variant, bytes } of prepared.variants)
    await deps.pictures.files.write(picture.hash, fileOf(variant), bytes)
  await markRoundDone(deps.db, { hash: picture.hash, pregenerated_rounds: 0 })
  return picture
}

/** `isNew` unless the same picture was stored already; `savedAt` changes whenever it is saved again. */
export type SavedPicture = { picture: PictureRow; isNew: boolean; savedAt: Date }

export async function saveMaster(
  deps: SaveDeps,
  { bytes, width, height }: EncodedPicture,
  { of, prepared }: { of?: string; prepared?: Pick<PreparedPicture, 'placeholder' | 'likeness'> } = {},
): Promise<SavedPicture> {
  const { db, pictures, clock } = deps
  const hash = createHash('sha256').update(bytes).digest('hex')
  const known = await findPicture(db, hash)
  const picture = known ?? {
    hash,
    width,
    height,
    placeholder:
      prepared?.placeholder ?? (await pictures.queue.run(() => encodePlaceholder(bytes), 'upload', of)),
  }
  // File first: a row means that its picture can be served.
  await writeMaster(pictures, hash, bytes)
  const inserted = await insertPicture(db, picture, clock.now())
  if (inserted.isNew) {
    const likeness = prepared
      ? prepared.likeness
      : await pictures.queue.run(() => readLikeness(bytes), 'upload', of)
    await insertLikeness(db, { hash }, likeness)
  }
  // Once more, in case the deletion of unused pictures has just removed the file.
  await writeMaster(pictures, hash, bytes)
  return { picture, ...inserted }
}

async function writeMaster({ files }: AppDeps['pictures'], hash: string, bytes: Buffer): Promise<void> {
  if (!(await files.has(hash, MASTER_FILE))) await files.write(hash, MASTER_FILE, bytes, { durable: true })
}

export function refuseUnlessPicture(bytes: Buffer): void {
  if (bytes.length > LARGEST_BYTES) throw new AppError('picture_too_large')
  if (pictureKind(bytes) === 'other') throw new AppError('picture_unsupported')
}

/** Encodes what a person sent; refuses too many pixels before they are decoded, and what cannot be decoded. */
export async function encodeOrRefuse<Encoded = EncodedPicture>(
  bytes: Buffer,
  encode: (bytes: Buffer) => Promise<Encoded>,
): Promise<Encoded> {
  const kind = pictureKind(bytes)
  try {
    if (kind === 'heic') {
      const converted = await convertHeic(bytes)
      if (converted === 'too large') throw new AppError('picture_too_large')
      return await encode(converted)
    }
    const { width, height } = await measure(bytes)
    if (width * height > MOST_PIXELS) throw new AppError('picture_too_large')
    if (kind !== 'jpeg') return await encode(bytes)
    return await encode(bytes).catch(async (error: unknown) => {
      if (error instanceof AppError) throw error
      return encode(await completeJpeg(bytes))
    })
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('picture_unreadable')
  }
}
