import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** What the way to the store does to one request: the store is busy, says nothing, or the line breaks. */
export type Fault = 'busy' | 'silent' | 'broken'

export type BucketServer = {
  /** `MEDIA_URL` of its bucket, or of another one, or with another secret. */
  mediaUrl(given?: { bucket?: string; secret?: string }): string
  /** Faults for the next requests, one each. */
  faults: Fault[]
  asked: string[]
  close(): Promise<void>
}

const KEY = 'S3RVER'

/** A store that speaks S3 and checks signatures, behind a line that can break. */
export async function openBucketServer(): Promise<BucketServer> {
  const directory = await mkdtemp(join(tmpdir(), 'twende-bucket-'))
  const buckets = [{ name: 'pictures' }]
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: buckets,
  })
  const { port } = await store.run()
  const faults: Fault[] = []
  const asked: string[] = []
  const line = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    asked.push(`${method} ${url}`)
    const fault = faults.shift()
    if (fault === 'silent') return
    if (fault === 'broken') return void incoming.socket.destroy()
    if (fault === 'busy') return void outgoing.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    const onward = request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const address = line.address()
  const linePort = typeof address === 'object' ? address?.port : undefined
  return {
    mediaUrl: ({ bucket = 'pictures', secret = KEY } = {}) =>
      `s3://${KEY}:${secret}@127.0.0.1:${linePort}/${bucket}/of cars?tls=off`,
    faults,
    asked,
    async close() {
      line.closeAllConnections()
      await new Promise((resolve) => line.close(resolve))
      await store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
