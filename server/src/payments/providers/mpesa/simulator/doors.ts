import type { IncomingMessage } from 'node:http'
import { type Answer, json, objection } from './answer.ts'
import { createC2b } from './c2b.ts'
import { answerReversal } from './initiator-requests.ts'
import { pressOnPhone, setBehaviour, setTokens, showPrompt } from './phone-panel.ts'
import { createPrompts } from './prompts.ts'
import { type Fields, readFields } from './request-fields.ts'
import { answerStkPush } from './stk-push.ts'
import { answerStkQuery } from './stk-query.ts'
import { answerTransactionStatus } from './transaction-status.ts'
import type { World } from './world.ts'

type Door = (fields: Fields) => Answer | Promise<Answer>

/** Every path the simulator answers, and what a caller must show to enter. */
export function createDoors(world: World) {
  const { ids, tokens } = world
  const c2b = createC2b(world)
  const prompts = createPrompts(world, c2b.confirm)

  const behindToken = new Map<string, Door>([
    ['/mpesa/stkpush/v1/processrequest', (fields) => answerStkPush(world, prompts, fields)],
    ['/mpesa/stkpushquery/v1/query', (fields) => answerStkQuery(world, prompts, fields)],
    ['/mpesa/c2b/v1/registerurl', (fields) => c2b.register(fields, 'v1')],
    ['/mpesa/c2b/v2/registerurl', (fields) => c2b.register(fields, 'v2')],
    ['/mpesa/c2b/v1/simulate', c2b.simulate],
    ['/mpesa/c2b/v2/simulate', c2b.simulate],
    ['/mpesa/transactionstatus/v1/query', (fields) => answerTransactionStatus(world, fields)],
    ['/mpesa/reversal/v1/request', (fields) => answerReversal(world, fields)],
  ])

  function enter(request: IncomingMessage, door: Door, body: string): Answer | Promise<Answer> {
    if (request.method !== 'POST') return objection(ids, 405, '405.001', 'Method Not Allowed')
    const stranger = tokens.objectTo(request.headers.authorization ?? '')
    if (stranger) return stranger
    const fields = readFields(body)
    return fields ? door(fields) : objection(ids, 400, '400.002.05', 'Invalid Request Payload')
  }

  function panel(request: IncomingMessage, url: URL, body: string): Answer {
    const path = url.pathname
    if (request.method === 'GET' && path === '/simulator/prompts') {
      return showPrompt(world, prompts, url.searchParams.get('checkoutRequestId') ?? '')
    }
    // A web page of another origin cannot send this content type unasked.
    const isJson = request.headers['content-type']?.startsWith('application/json')
    if (request.method !== 'POST' || !isJson) return json(404, { message: 'Not found' })
    const said = parse(body)
    const pressed = /^\/simulator\/prompts\/([^/]+)$/.exec(path)?.[1]
    if (pressed !== undefined) return pressOnPhone(world, prompts, pressed, said)
    if (path === '/simulator/behaviour') return setBehaviour(world, said)
    if (path === '/simulator/tokens') return setTokens(world, said)
    return json(404, { message: 'Not found' })
  }

  return (request: IncomingMessage, body: string): Answer | Promise<Answer> => {
    const url = new URL(request.url ?? '/', 'http://simulator')
    if (url.pathname === '/oauth/v1/generate') {
      if (request.method !== 'GET') return objection(ids, 405, '405.001', 'Method Not Allowed')
      return tokens.grant(request.headers.authorization ?? '', url.searchParams.get('grant_type'))
    }
    const door = behindToken.get(url.pathname)
    if (door) return enter(request, door, body)
    if (url.pathname.startsWith('/simulator/')) return panel(request, url, body)
    return objection(ids, 404, '404.001.01', 'Resource not found')
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
