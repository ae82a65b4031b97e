import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { MediaConfig } from '../config/config.ts'
import { SettingError } from '../config/setting.ts'
import type { PictureFiles } from './picture-files.ts'
import { MASTER_FILE, PICTURE_FILES } from './picture-variants.ts'

export type Bucket = Extract<MediaConfig, { kind: 's3' }>
/** All tries together must end before PostgreSQL cancels a transaction that waits for the removal of a picture. */
type RetryPolicy = { tries: number; timeoutMs: number; pauseMs: number }
type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE'
type Answer = { status: number; bytes: Buffer }

const RETRY: RetryPolicy = { tries: 3, timeoutMs: 8_000, pauseMs: 200 }
const TEMPORARY = [429, 500, 502, 503, 504]

/** Stores pictures in an S3-compatible bucket, under the same names as in a folder. */
export function bucketPictureFiles(
  bucket: Bucket,
  { retry = RETRY, names = PICTURE_FILES }: { retry?: RetryPolicy; names?: readonly string[] } = {},
): PictureFiles {
  const { accessKeyId, secretAccessKey, region } = bucket
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const base = [bucket.endpoint, ...[bucket.bucket, ...bucket.prefix.split('/')].map(encodeURIComponent)]
    .filter(Boolean)
    .join('/')
  const addressOf = (hash: string, file: string) => `${base}/${hash.slice(0, 2)}/${hash.slice(2)}/${file}`

  async function askOnce(method: Method, address: string, bytes?: Buffer): Promise<Answer> {
    const digest = createHash('sha256').update(bytes ?? '')
    const signed = await client.sign(address, {
      method,
      headers: { 'x-amz-content-sha256': digest.digest('hex') },
      ...(bytes === undefined ? {} : { body: new Uint8Array(bytes) }),
    })
    const response = await fetch(signed, {
      signal: AbortSignal.timeout(retry.timeoutMs),
      // A signature is valid for one address only.
      redirect: 'manual',
    })
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  /** Retries when the store is busy or fails; all four methods may be repeated. */
  async function ask(method: Method, address: string, bytes?: Buffer): Promise<Answer> {
    for (let tried = 1; ; tried += 1) {
      const isLast = tried >= retry.tries
      try {
        const answer = await askOnce(method, address, bytes)
        if (isLast || !TEMPORARY.includes(answer.status)) return answer
      } catch (error) {
        if (isLast) throw new Error(`the store of pictures gave no answer (${reasonOf(error)})`)
      }
      await sleep(retry.pauseMs * tried)
    }
  }

  return {
    async read(hash, file) {
      const answer = await ask('GET', addressOf(hash, file))
      if (answer.status === 200) return answer.bytes
      return isMissing(answer) ? undefined : refuse(answer)
    },
    async has(hash, file) {
      const answer = await ask('HEAD', addressOf(hash, file))
      return answer.status === 200 || (isMissing(answer) ? false : refuse(answer))
    },
    // Writes to a bucket are atomic, and durable once confirmed.
    async write(hash, file, bytes) {
      const answer = await ask('PUT', addressOf(hash, file), bytes)
      if (answer.status >= 300) refuse(answer)
    },
    async remove(hash) {
      const removeFile = async (file: string) => {
        const answer = await ask('DELETE', addressOf(hash, file))
        if (answer.status >= 300 && !isMissing(answer)) refuse(answer)
      }
      await Promise.all(names.map(removeFile))
    },
    async removeDrafts() {},
  }
}

/** Writes, reads and removes a test picture; fails with a sentence if the bucket cannot be used. */
export async function tryBucket(bucket: Bucket, retry: RetryPolicy = RETRY): Promise<void> {
  const files = bucketPictureFiles(bucket, { retry })
  const trial = randomBytes(32)
  const hash = trial.toString('hex')
  try {
    await files.write(hash, MASTER_FILE, trial)
    const read = await files.read(hash, MASTER_FILE)
    if (!read?.equals(trial)) throw new Error('it gave back something else than was put there')
    await files.remove(hash)
    // Every first request for a variant depends on the store saying that a file does not exist.
    await files.has(hash, MASTER_FILE)
  } catch (error) {
    throw new SettingError(
      `Pictures cannot be kept in the bucket "${bucket.bucket}" at ${bucket.endpoint} that MEDIA_URL names: ${reasonOf(error)}.`,
    )
  }
}

function isMissing({ status, bytes }: Answer): boolean {
  return status === 404 && codeOf(bytes) !== 'NoSuchBucket'
}

function refuse({ status, bytes }: Answer): never {
  throw new Error(`the store of pictures answered ${`${status} ${codeOf(bytes)}`.trim()}`)
}

function codeOf(bytes: Buffer): string {
  return /<Code>(\w{1,60})<\/Code>/.exec(bytes.toString('utf8', 0, 2000))?.[1] ?? ''
}

/** `fetch` puts the reason into the `cause` of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause ? String(cause.code) : cause.message
}
