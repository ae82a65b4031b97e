import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type ReceivedSms = Record<'username' | 'to' | 'from' | 'message', string | undefined>

/** What the provider does with a message. A number is its status code for the recipient. */
export type Conduct =
  | number
  | 'does not answer'
  | 'is down'
  | 'hangs up'
  | 'keeps and hangs up'
  | 'answers a web page'

/** A provider of SMS that answers as Africa's Talking does, over HTTP on loopback. */
export async function startSmsProvider() {
  const received: ReceivedSms[] = []
  const provider = { url: '', received, conduct: 101 as Conduct, hangUp, close }
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await textOf(request))
    const answer = answerTo(request, form)
    if (answer === 'never') return
    if (answer === 'none') request.socket.destroy()
    else response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return provider

  function answerTo(request: IncomingMessage, form: URLSearchParams): Answer | 'none' | 'never' {
    const { conduct } = provider
    if (conduct === 'does not answer') return 'never'
    if (conduct === 'hangs up') return 'none'
    if (conduct === 'is down') return words(503, 'try later')
    if (request.method !== 'POST' || request.url !== '/version1/messaging') return words(404, 'not found')
    if (request.headers.apikey !== 'the key') return words(401, 'The supplied authentication is invalid')
    if (conduct === 'answers a web page') return words(200, '<html>Welcome</html>')
    const statusCode = conduct === 'keeps and hangs up' ? 101 : conduct
    if (statusCode < 200) {
      const [username, to, from, message] = ['username', 'to', 'from', 'message'].map(
        (name) => form.get(name) ?? '',
      )
      received.push({ username, to, from, message })
    }
    return conduct === 'keeps and hangs up' ? 'none' : report(statusCode, form.get('to') ?? '')
  }

  /** Breaks off every request that was not answered. */
  function hangUp(): void {
    server.closeAllConnections()
  }

  function close(): Promise<void> {
    hangUp()
    return new Promise((resolve) => server.close(() => resolve()))
  }
}

type Answer = { status: number; type: string; body: string }
const words = (status: number, body: string): Answer => ({ status, type: 'text/plain', body })

function report(statusCode: number, number: string): Answer {
  const cost = 'KES 0.8000'
  const recipient = {
    statusCode,
    number,
    status: statusCode < 200 ? 'Success' : 'Failed',
    cost,
    messageId: 'ATXid_1',
  }
  const body = { SMSMessageData: { Message: `Sent to 1/1 Total Cost: ${cost}`, Recipients: [recipient] } }
  return { status: 201, type: 'application/json', body: JSON.stringify(body) }
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
