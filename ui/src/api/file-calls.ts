import { type Call, createCall, type Received, refusalOf } from '@twende/contract/http/call.ts'
import { getLocale } from '@twende/messages/runtime'
import { currentSession } from '../accounts/session.ts'
import { receivedOf, sendWithProofs, unreachable } from './call.ts'

/** Several pictures take long on a slow mobile line. */
const PATIENCE_MS = 300_000

/** Calls a route that takes a form: the body's fields as text or JSON, and these pictures beside them, by their field. */
export function formCall(pictures: ReadonlyMap<string, Blob>): Call {
  const send = createCall(async ({ method, url, headers, body }): Promise<Received> => {
    const { 'content-type': _, ...rest } = headers
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const form = formOf(body ?? '{}', pictures)
    const request = { method, headers: { ...rest, 'accept-language': getLocale() }, body: form, signal }
    const response = await fetch(url, request).catch(() => undefined)
    if (!response) throw unreachable()
    return receivedOf(response)
  })
  return (name, request, options) =>
    sendWithProofs(() => send(name, request, { ...options, token: currentSession()?.token }))
}

function formOf(body: string, pictures: ReadonlyMap<string, Blob>): FormData {
  const form = new FormData()
  const fields: Record<string, unknown> = JSON.parse(body)
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const [name, picture] of pictures) form.append(name, picture, `${name}.jpg`)
  return form
}

/** Fetches a file as the current user, after a proof where the server asks for one; undefined name: it sent none. */
export async function fetchFile(url: string): Promise<{ bytes: Blob; name: string | undefined }> {
  const answer = await sendWithProofs(async () => {
    const token = currentSession()?.token
    const headers = { 'accept-language': getLocale(), ...(token ? { token } : {}) }
    const answered = await fetch(url, { headers }).catch(() => {
      throw unreachable()
    })
    if (answered.ok) return answered
    const body: unknown = await answered.json().catch(() => undefined)
    throw refusalOf({ status: answered.status, body })
  })
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  return { bytes: await answer.blob(), name }
}

/** Saves bytes as a file under a name. */
export function saveBlob(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the file only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
