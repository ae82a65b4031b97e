import { createServer } from 'node:http'

/** Ends only what hangs. */
const PATIENCE_MS = 120_000

export type Heard = { path: string; body: string }
export type CallbackListener = Awaited<ReturnType<typeof startCallbackListener>>

/** A shop's end of the line: keeps what is posted to it, and answers as told. */
export async function startCallbackListener(answer: (heard: Heard) => string | Promise<string> = () => '{}') {
  const heard: Heard[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const one = { path: request.url ?? '', body: Buffer.concat(chunks).toString('utf8') }
      heard.push(one)
      for (const look of waiting) look()
      response.setHeader('content-type', 'application/json')
      response.end(await answer(one))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    heard,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    /** The messages posted to a path, once there are so many. */
    hears(path: string, count = 1): Promise<string[]> {
      return new Promise((resolve, reject) => {
        const patience = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`${path} heard ${heard.filter((one) => one.path === path).length} of ${count}`))
        }, PATIENCE_MS)
        const look = () => {
          const bodies = heard.filter((one) => one.path === path).map((one) => one.body)
          if (bodies.length < count) return
          clearTimeout(patience)
          waiting.delete(look)
          resolve(bodies)
        }
        waiting.add(look)
        look()
      })
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
