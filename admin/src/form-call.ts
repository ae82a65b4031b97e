import { ApiError, type Call, createCall, type Received } from '@twende/contract/http/call.ts'
import { currentSession } from '@twende/ui/accounts/session.ts'

const PATIENCE_MS = 300_000

/** Calls a route that takes a form: the body's fields as text, and these pictures beside them, by their field. */
export function formCall(pictures: ReadonlyMap<string, Blob>): Call {
  const send = createCall(async ({ method, url, headers, body }): Promise<Received> => {
    const { 'content-type': _, ...rest } = headers
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const form = formOf(body ?? '{}', pictures)
    const response = await fetch(url, { method, headers: rest, body: form, signal }).catch(() => undefined)
    if (!response) throw new ApiError(0, { code: 'unreachable', message: 'Error connecting to server' })
    return { status: response.status, body: await response.json().catch(() => undefined) }
  })
  return (name, request, options) => send(name, request, { ...options, token: currentSession()?.token })
}

function formOf(body: string, pictures: ReadonlyMap<string, Blob>): FormData {
  const form = new FormData()
  const fields: Record<string, unknown> = JSON.parse(body)
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  for (const [name, picture] of pictures) form.append(name, picture, `${name}.jpg`)
  return form
}
