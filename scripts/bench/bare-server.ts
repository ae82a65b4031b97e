import { createServer } from 'node:http'

/** The floor: node:http answering every request with the bytes it was told to send last. */
let answer = Buffer.alloc(0)
let headers: Record<string, string> = {}

const server = createServer((request, response) => {
  if (request.method !== 'GET') request.resume()
  response.writeHead(200, headers)
  response.end(answer)
})
process.on('message', (told: { body: string; headers: Record<string, string> }) => {
  answer = Buffer.from(told.body, 'base64')
  headers = { ...told.headers, 'content-length': String(answer.length) }
  process.send?.({ ready: true })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
})
process.on('disconnect', () => process.exit())
