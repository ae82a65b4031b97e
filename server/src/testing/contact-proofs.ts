import { readMails } from './mailbox.ts'
import type { TestMarket } from './test-app.ts'

type Proving = { from: string; token?: string; cookie?: string }

/** Sends a request from one network, as a browser with these cookies. */
export async function sendFrom(
  { app }: Pick<TestMarket, 'app'>,
  [method, url]: readonly ['GET' | 'POST', string],
  { from, token, cookie, offersProof, body = {} }: Proving & { offersProof?: boolean; body?: object },
) {
  const headers = {
    ...(token && { token }),
    ...(cookie && { cookie }),
    ...(offersProof && { 'offers-proof': '1' }),
  }
  const payload = method === 'GET' ? {} : { payload: body }
  const answer = await app.inject({ method, url, headers, remoteAddress: from, ...payload })
  const set = [answer.headers['set-cookie'] ?? []].flat().map((each) => each.split(';')[0] ?? '')
  const isJson = answer.headers['content-type']?.toString().includes('json')
  const json = isJson
    ? answer.json<{ code?: string; message?: string; data?: unknown; token?: string }>()
    : {}
  return { status: answer.statusCode, code: json.code ?? 'ok', json, cookies: set }
}

/** The code that was sent to an address or a number last. */
export async function lastContactCode({ db }: Pick<TestMarket, 'db'>, recipient: string): Promise<string> {
  const sent = await readMails(db, { recipient, kind: 'contact_code' })
  const code = /\b\d{6}\b/.exec(sent.at(-1)?.subject ?? '')?.[0]
  if (!code) throw new Error(`no code was sent to ${recipient}`)
  return code
}

/** Asks for a code and types it in; returns the cookie that remembers the proof. */
export async function proveContact(
  market: Pick<TestMarket, 'app' | 'db'>,
  contact: { email: string } | { phone: string },
  given: Proving,
): Promise<string> {
  const asked = await sendFrom(market, ['POST', '/api/user/contact-code'], { ...given, body: contact })
  const { challenge } = (asked.json.data ?? {}) as { challenge?: string }
  if (!challenge) throw new Error(`no code was sent: ${asked.code}`)
  const code = await lastContactCode(market, 'email' in contact ? contact.email : contact.phone)
  const body = { ...contact, challenge, code }
  const proved = await sendFrom(market, ['POST', '/api/user/contact-proof'], { ...given, body })
  const cookie = proved.cookies.find((each) => each.startsWith('contact='))
  if (!cookie) throw new Error(`the code was not taken: ${proved.code}`)
  return cookie
}
