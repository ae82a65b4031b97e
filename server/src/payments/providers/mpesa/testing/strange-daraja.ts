import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createDarajaClient } from '../daraja-client.ts'
import { sampleToken } from './daraja-captures.ts'

type Reply = (response: ServerResponse, request: IncomingMessage) => void

/** A Daraja that answers as a test says, and our client on the other end. */
export async function openStrangeDaraja(replies: {
  token?: Reply
  call?: Reply
  now?: () => Date
  timeoutMs?: number
}) {
  const seen = { tokens: 0, calls: 0, authorizations: [] as string[] }
  const server = createServer((request, response) => {
    request.resume()
    if (request.url?.startsWith('/oauth')) {
      seen.tokens += 1
      return (replies.token ?? say(200, sampleToken))(response, request)
    }
    seen.calls += 1
    seen.authorizations.push(request.headers.authorization ?? '')
    return (replies.call ?? say(200, {}))(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const client = createDarajaClient({
    baseUrl: `http://127.0.0.1:${port}/`,
    consumerKey: 'key',
    consumerSecret: 'secret',
    shortcode: '174379',
    passkey: 'passkey',
    type: 'paybill',
    clock: { now: replies.now ?? (() => new Date()) },
    timeoutMs: replies.timeoutMs ?? 5000,
  })
  return {
    seen,
    client,
    push: () =>
      client.push({
        phone: '254712345678',
        amount: 100,
        accountReference: 'BK4821',
        description: 'Car rental',
        callbackUrl: 'https://shop.example/called',
      }),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

export function say(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, headers)
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}
