import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { type BucketServer, openBucketServer } from '../testing/bucket-server.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { type Bucket, bucketPictureFiles, tryBucket } from './bucket-picture-files.ts'
import { openPictures } from './open-pictures.ts'
import { deleteUnusedPictures } from './picture-tasks.ts'
import { MASTER_FILE, PICTURE_FILES, VARIANTS } from './picture-variants.ts'
import { savePicture } from './save-picture.ts'

let server: BucketServer
let market: TestMarket
beforeAll(async () => {
  server = await openBucketServer()
  market = await openTestMarket({ env: { MEDIA_URL: server.mediaUrl() } })
})
afterAll(async () => {
  await market.close()
  await server.close()
})

const LONGEST_MS = 120_000
const QUICK = { tries: 3, timeoutMs: LONGEST_MS, pauseMs: 10 }

/** Gives a silent line up after ten times what a line that answers takes on this machine. */
async function policyFor(fault: string) {
  if (fault !== 'silent') return QUICK
  const begun = performance.now()
  await bucketPictureFiles(bucket()).write(newHash(), MASTER_FILE, randomBytes(300_000))
  return { ...QUICK, timeoutMs: Math.ceil(10 * (performance.now() - begun) + 100) }
}

const bucket = (given?: Parameters<BucketServer['mediaUrl']>[0]) => bucketAt(server.mediaUrl(given))

function bucketAt(mediaUrl: string): Bucket {
  const { media } = readConfig({ MEDIA_URL: mediaUrl })
  if (media.kind === 's3') return media
  throw new Error('not a bucket')
}

function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 120, sigma: 30 } as const
  return sharp({ create: { width: 1300, height: 180, channels: 3, background: '#7a5', noise } })
    .jpeg()
    .toBuffer()
}

const get = (url: string) => market.app.inject({ url })
const newHash = () => randomBytes(32).toString('hex')

describe('a market that keeps its pictures in a bucket', () => {
  test('keeps a picture and serves every size of it; another process finds them drawn', async () => {
    const { hash } = await savePicture(market.deps, await photo())
    const served = new Map<string, Buffer>()
    for (const { width, format } of VARIANTS) {
      const answer = await get(`/media/${hash}/${width}.${format}`)
      expect(answer.statusCode).toBe(200)
      served.set(`${width}.${format}`, answer.rawPayload)
    }
    const elsewhere = openPictures(bucket())
    server.asked.length = 0
    for (const variant of VARIANTS) {
      const bytes = await elsewhere.variant(hash, variant)
      expect(bytes?.equals(served.get(`${variant.width}.${variant.format}`) ?? Buffer.alloc(0))).toBe(true)
    }
    expect(server.asked.filter((asked) => asked.startsWith('PUT'))).toEqual([])
    expect(server.asked[0]).toContain('/pictures/of%20cars/')
  })

  test('knows a picture that another process kept, and answers 404 for one nobody did', async () => {
    const files = bucketPictureFiles(bucket())
    const hash = newHash()
    expect(await market.deps.pictures.files.has(hash, MASTER_FILE)).toBe(false)
    await files.write(
      hash,
      MASTER_FILE,
      await sharp(await photo())
        .webp()
        .toBuffer(),
      { durable: true },
    )
    expect((await get(`/media/${hash}/320.jpg`)).statusCode).toBe(200)
    expect((await get(`/media/${newHash()}/320.jpg`)).statusCode).toBe(404)
  })

  test('sweeps a picture that nothing shows with all its sizes, and can keep it again', async () => {
    const bytes = await photo()
    const { hash } = await savePicture(market.deps, bytes)
    const neighbour = newHash()
    const { files } = market.deps.pictures
    await files.write(neighbour, MASTER_FILE, bytes)
    await get(`/media/${hash}/640.webp`)
    market.clock.advance(25 * 3_600_000)
    expect(await deleteUnusedPictures(market.deps)).toBeGreaterThan(0)
    for (const file of PICTURE_FILES) expect(await files.has(hash, file)).toBe(false)
    expect(await files.has(neighbour, MASTER_FILE)).toBe(true)
    await savePicture(market.deps, bytes)
    expect(await files.has(hash, MASTER_FILE)).toBe(true)
  })

  test('lets a sweep fail whole when the bucket is away, and finishes it the next time', async () => {
    const { hash } = await savePicture(market.deps, await photo())
    market.clock.advance(25 * 3_600_000)
    server.faults.push(...Array.from({ length: 60 }, () => 'broken' as const))
    await expect(deleteUnusedPictures(market.deps)).rejects.toThrow('the store of pictures gave no answer')
    server.faults.length = 0
    const row = market.db.selectFrom('pictures').select('hash').where('hash', '=', hash)
    expect(await row.execute()).toHaveLength(1)
    await deleteUnusedPictures(market.deps)
    expect(await row.execute()).toEqual([])
  })
})

describe('files in a bucket', () => {
  test('are whole when many keep the same one at once', async () => {
    const hash = newHash()
    const bytes = randomBytes(300_000)
    const writes = Array.from({ length: 8 }, () =>
      bucketPictureFiles(bucket()).write(hash, '640.avif', bytes),
    )
    await Promise.all(writes)
    expect((await bucketPictureFiles(bucket()).read(hash, '640.avif'))?.equals(bytes)).toBe(true)
  })

  test.each(['busy', 'silent', 'broken'] as const)(
    'survive a line that is %s for a moment',
    async (fault) => {
      const policy = await policyFor(fault)
      // A busy machine may be silent for longer than the faults below.
      const retry = fault === 'silent' ? { ...policy, tries: 50 } : policy
      const files = bucketPictureFiles(bucket(), { retry })
      const hash = newHash()
      const bytes = randomBytes(300_000)
      server.faults.push(fault, fault)
      await files.write(hash, MASTER_FILE, bytes)
      server.faults.push(fault)
      expect(await files.has(hash, MASTER_FILE)).toBe(true)
      server.faults.push(fault)
      expect((await files.read(hash, MASTER_FILE))?.equals(bytes)).toBe(true)
      server.faults.push(fault)
      await files.remove(hash)
      expect(await files.read(hash, MASTER_FILE)).toBeUndefined()
      expect(server.faults).toEqual([])
    },
  )

  test.each([
    ['busy', 'the store of pictures answered 503 SlowDown'],
    ['silent', 'the store of pictures gave no answer'],
    ['broken', 'the store of pictures gave no answer'],
  ] as const)('are given up after three tries on a line that stays %s', async (fault, message) => {
    const files = bucketPictureFiles(bucket(), { retry: await policyFor(fault) })
    server.faults.push(fault, fault, fault)
    server.asked.length = 0
    await expect(files.read(newHash(), MASTER_FILE)).rejects.toThrow(message)
    expect(server.asked).toHaveLength(3)
  })
})

describe('a bucket that cannot be used', () => {
  test.each([
    ['does not exist', { bucket: 'nobodys' }, 'answered 404 NoSuchBucket'],
    ['has another key', { secret: 'wrong' }, 'answered 403'],
  ])('is refused at the start in a sentence when it %s', async (_, given, reason) => {
    const refused = tryBucket(bucket(given), QUICK)
    await expect(refused).rejects.toThrow(
      /^Pictures cannot be kept in the bucket "\w+" at \S+ that MEDIA_URL names: /,
    )
    await expect(refused).rejects.toThrow(reason)
    await expect(refused).rejects.not.toThrow('wrong')
  })

  test('is refused when nobody is there', async () => {
    const left = await openBucketServer()
    const { endpoint } = bucketAt(left.mediaUrl())
    await left.close()
    await expect(tryBucket({ ...bucket(), endpoint }, QUICK)).rejects.toThrow('gave no answer (ECONNREFUSED)')
  })

  test('is told from one that works, where the trial leaves nothing', async () => {
    server.asked.length = 0
    await tryBucket(bucket(), QUICK)
    const put = server.asked.find((asked) => asked.startsWith('PUT'))?.slice('PUT '.length)
    expect(server.asked).toContain(`DELETE ${put}`)
  })
})
