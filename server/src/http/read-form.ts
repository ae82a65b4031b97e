import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isKeepable } from './parse-json.ts'
import { Refusal } from './refusal.ts'

/** What a form with files holds: its fields as text, its files as bytes. */
export type Form = { fields: Record<string, string>; files: ReadonlyMap<string, Buffer> }

const MOST_FILES = 4
const LARGEST_FILE = 8 * 1024 * 1024
const LARGEST_FIELD = 20_000
const MOST_PARTS = 60
/** A form is held in memory while it comes in: so many at a time, and few of one person. */
const MOST_AT_ONCE = 12
const MOST_OF_ONE = 2

/** Lets the routes of this scope take forms; `readForm` reads them, and not before it is known who sends. */
export function takeForms(scope: FastifyInstance) {
  scope.register(multipart, {
    limits: {
      files: MOST_FILES,
      fileSize: LARGEST_FILE,
      fieldSize: LARGEST_FIELD,
      fieldNameSize: 100,
      parts: MOST_PARTS,
      fields: MOST_PARTS,
      headerPairs: 20,
    },
  })
}

const reading = new Map<string, number>()
let readingInAll = 0

/** Reads a form whole; refuses more and larger parts than a sell form has. */
export async function readForm(
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): Promise<Form> {
  const ofOne = reading.get(accountId) ?? 0
  if (ofOne >= MOST_OF_ONE || readingInAll >= MOST_AT_ONCE) {
    throw new Refusal('unavailable', {
      message: 'Another upload is still running. Please try again in a moment.',
      retryAfterSeconds: 5,
    })
  }
  reading.set(accountId, ofOne + 1)
  readingInAll += 1
  try {
    return await readParts(request)
  } catch (error) {
    // What is left of the body is not waited for.
    reply.header('connection', 'close')
    throw asRefusal(error)
  } finally {
    readingInAll -= 1
    const left = (reading.get(accountId) ?? 1) - 1
    if (left === 0) reading.delete(accountId)
    else reading.set(accountId, left)
  }
}

async function readParts(request: FastifyRequest): Promise<Form> {
  const fields = new Map<string, string>()
  const files = new Map<string, Buffer>()
  for await (const part of request.parts()) {
    if (part.type === 'file') await keepFile(files, part)
    else if (part.valueTruncated || part.fieldnameTruncated) throw new Refusal('too_large')
    else fields.set(part.fieldname, fieldText(part.value))
  }
  return { fields: Object.fromEntries(fields), files }
}

/** A file input that was left empty sends a nameless file of no bytes. */
async function keepFile(files: Map<string, Buffer>, part: MultipartFile): Promise<void> {
  const bytes = await part.toBuffer()
  if (bytes.length === 0) return
  if (files.has(part.fieldname)) throw new Refusal('invalid', { message: 'Please send each picture once.' })
  files.set(part.fieldname, bytes)
}

function fieldText(value: unknown): string {
  if (typeof value !== 'string' || !isKeepable(value))
    throw new Refusal('invalid', { message: 'Your text holds characters we cannot keep.' })
  return value
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_FILES_LIMIT')
    return new Refusal('too_large', { message: `Please send at most ${MOST_FILES} pictures.` })
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return new Refusal('picture_too_large', { message: 'Each picture can have at most 8 MB.' })
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') return new Refusal('too_large')
  return new Refusal('invalid', { message: 'Your upload did not arrive whole. Please try again.' })
}
