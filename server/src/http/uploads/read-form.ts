import multipart, { type MultipartFile } from '@fastify/multipart'
import { LARGEST_FILE_BYTES } from '@twende/contract/http/route.ts'
import { m } from '@twende/messages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { networkOf } from '../limits/network-of.ts'
import { isKeepable } from '../parse-json.ts'
import { type Pace, watchPace } from './body-limits.ts'
import { type Sender, type UploadSlot, uploadSlots } from './upload-slots.ts'

/** A form with files: its fields as text, its files as bytes. */
export type Form = { fields: Record<string, string>; files: ReadonlyMap<string, Buffer> }

const MOST_FILES = 4
const LARGEST_FIELD = 20_000
const MOST_PARTS = 60
/** All files, all fields, and the headers of the parts. */
const LARGEST_FORM = MOST_FILES * LARGEST_FILE_BYTES + MOST_PARTS * (LARGEST_FIELD + 1_000)
/** At a slower pace, not even one photo would arrive within the time limit of an upload. */
const PACE: Pace = { windowMs: 20_000, bytesASecond: 4_000 }

/** Enables forms for the routes of this scope; `readForm` reads them, after access was checked. */
export function takeForms(scope: FastifyInstance) {
  scope.register(multipart, {
    limits: {
      files: MOST_FILES,
      fileSize: LARGEST_FILE_BYTES,
      fieldSize: LARGEST_FIELD,
      fieldNameSize: 100,
      parts: MOST_PARTS,
      fields: MOST_PARTS,
      headerPairs: 20,
    },
  })
}

const takeSlot = uploadSlots()

/** Reads a form into memory, where it stays until it is disposed of; refuses one that is too large or too slow. */
export async function readForm(
  request: FastifyRequest,
  by: Omit<Sender, 'network'>,
  { take = takeSlot, pace = PACE } = {},
): Promise<Form & Disposable> {
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_FORM) throw new AppError('too_large')
  const slot = take({ ...by, network: networkOf(request.ip) })
  try {
    const form = await readWithin(request, slot, pace)
    slot.endReading()
    return { ...form, [Symbol.dispose]: slot.release }
  } catch (error) {
    slot.release()
    throw asRefusal(error)
  }
}

async function readWithin(request: FastifyRequest, slot: UploadSlot, pace: Pace): Promise<Form> {
  const body = request.raw
  let bytes = 0
  let refused: unknown
  const refuse = (error: unknown) => {
    refused ??= error
    // The form parser listens for the error: it releases its buffers and fails.
    if (body.listenerCount('error') > 0) body.emit('error', error)
  }
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    try {
      slot.hold(chunk.length)
      if (bytes > LARGEST_FORM) throw new AppError('too_large')
    } catch (error) {
      body.off('data', count)
      refuse(error)
    }
  }
  const parts = readParts(request)
  body.on('data', count)
  const watched = watchPace(body, pace, () => refuse(new AppError('too_slow')))
  try {
    return await parts
  } catch (error) {
    throw refused ?? error
  } finally {
    watched.stop()
    body.off('data', count)
  }
}

async function readParts(request: FastifyRequest): Promise<Form> {
  const fields = new Map<string, string>()
  const files = new Map<string, Buffer>()
  for await (const part of request.parts()) {
    if (part.type === 'file') await saveFile(files, part)
    else if (part.valueTruncated || part.fieldnameTruncated) throw new AppError('too_large')
    else fields.set(part.fieldname, fieldText(part.value))
  }
  return { fields: Object.fromEntries(fields), files }
}

/** Stores a file of the form; an empty file input sends a file without bytes, which is ignored. */
async function saveFile(files: Map<string, Buffer>, { fieldname, file }: MultipartFile): Promise<void> {
  const chunks: Buffer[] = []
  // The parser's own `toBuffer` keeps the bytes as long as the connection lasts.
  for await (const chunk of file) {
    if (file.truncated) throw pictureTooLarge(fieldname, files.size)
    chunks.push(chunk)
  }
  if (file.truncated) throw pictureTooLarge(fieldname, files.size)
  if (chunks.length === 0) return
  if (files.has(fieldname)) throw new AppError('invalid', { message: m.validation_each_picture_once() })
  files.set(fieldname, Buffer.concat(chunks))
}

/** Names the file by its place among those that were sent, and by its field. */
function pictureTooLarge(field: string, picture: number): AppError {
  const message = m.validation_picture_too_heavy()
  return new AppError('picture_too_large', { message, data: { picture, fields: { [field]: message } } })
}

function fieldText(value: unknown): string {
  if (typeof value !== 'string' || !isKeepable(value))
    throw new AppError('invalid', { message: m.validation_unkeepable_text() })
  return value
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_FILES_LIMIT')
    return new AppError('too_large', { message: m.validation_too_many_pictures({ max: MOST_FILES }) })
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return new AppError('picture_too_large', { message: m.validation_picture_too_heavy() })
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') return new AppError('too_large')
  return new AppError('invalid', { message: m.validation_upload_incomplete() })
}
