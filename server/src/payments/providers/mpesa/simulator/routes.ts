import type { IncomingMessage } from 'node:http'
import { createC2b } from './c2b.ts'
import { answerReversal } from './initiator-requests.ts'
import { pressOnPhone, setBehaviour, setTokens, showPrompt } from './phone-panel.ts'
import { createPrompts } from './prompts.ts'
import { createPullTransactions } from './pull-transactions.ts'
import { type Answer, errorAnswer, type Fields, json, readFields } from './simulator-http.ts'
import { answerStkPush, answerStkQuery } from './stk-push.ts'
import { answerTransactionStatus } from './transaction-status.ts'
import type { World } from './world.ts'

type Handler = (fields: Fields) => Answer | Promise<Answer>

/** Every path that the simulator answers, and the authorization that it requires. */
export function createRoutes(world: World) {
  const { ids, tokens } = world
  const c2b = createC2b(world)
  const prompts = createPrompts(world, c2b.confirm)
  const pull = createPullTransactions(world)

  const handlersWithToken = new Map<string, Handler>([
    ['/mpesa/stkpush/v1/processrequest', (fields) => answerStkPush(world, prompts, fields)],
    ['/mpesa/stkpushquery/v1/query', (fields) => answerStkQuery(world, prompts, fields)],
    ['/mpesa/c2b/v1/registerurl', (fields) => c2b.register(fields, 'v1')],
    ['/mpesa/c2b/v2/registerurl', (fields) => c2b.register(fields, 'v2')],
    ['/mpesa/c2b/v1/simulate', c2b.simulate],
    ['/mpesa/c2b/v2/simulate', c2b.simulate],
    ['/mpesa/transactionstatus/v1/query', (fields) => answerTransactionStatus(world, fields)],
    ['/mpesa/reversal/v1/request', (fields) => answerReversal(world, fields)],
    ['/pulltransactions/v1/register', pull.register],
    ['/pulltransactions/v1/query', pull.query],
  ])

  function answerWithToken(
    request: IncomingMessage,
    handler: Handler,
    body: string,
  ): Answer | Promise<Answer> {
    if (request.method !== 'POST') return errorAnswer(ids, 405, '405.001', 'Method Not Allowed')
    const refused = tokens.refusalOf(request.headers.authorization ?? '')
    if (refused) return refused
    const fields = readFields(body)
    return fields ? handler(fields) : errorAnswer(ids, 400, '400.002.05', 'Invalid Request Payload')
  }

  function panel(request: IncomingMessage, url: URL, body: string): Answer {
    const path = url.pathname
    if (request.method === 'GET' && path === '/simulator/prompts') {
      return showPrompt(world, prompts, url.searchParams.get('checkoutRequestId') ?? '')
    }
    // A web page of another origin cannot send this content type unasked.
    const isJson = request.headers['content-type']?.startsWith('application/json')
    if (request.method !== 'POST' || !isJson) return json(404, { message: 'Not found' })
    const content = parse(body)
    const pressed = /^\/simulator\/prompts\/([^/]+)$/.exec(path)?.[1]
    if (pressed !== undefined) return pressOnPhone(world, prompts, pressed, content)
    if (path === '/simulator/behaviour') return setBehaviour(world, content)
    if (path === '/simulator/tokens') return setTokens(world, content)
    return json(404, { message: 'Not found' })
  }

  return (request: IncomingMessage, body: string): Answer | Promise<Answer> => {
    const url = new URL(request.url ?? '/', 'http://simulator')
    if (url.pathname === '/oauth/v1/generate') {
      if (request.method !== 'GET') return errorAnswer(ids, 405, '405.001', 'Method Not Allowed')
      return tokens.grant(request.headers.authorization ?? '', url.searchParams.get('grant_type'))
    }
    const handler = handlersWithToken.get(url.pathname)
    if (handler) return answerWithToken(request, handler, body)
    if (url.pathname.startsWith('/simulator/')) return panel(request, url, body)
    return errorAnswer(ids, 404, '404.001.01', 'Resource not found')
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
