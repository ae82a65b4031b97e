import { ApiError, createCall, type Received } from '@twende/contract/http/call.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { currentSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import type { editOf } from './edit-listing-values.ts'

export type Edit = ReturnType<typeof editOf>
type Saved = { updatedListing: OwnListing; reviewed: readonly string[] }

const PATIENCE_MS = 300_000

/** Saves an edit; pictures travel with it, each to its place from 0 to 3. */
export async function saveEdit(body: Edit, pictures: ReadonlyMap<number, Blob>): Promise<Saved> {
  if (pictures.size === 0) return call('POST /api/sell/update', { body })
  const token = currentSession()?.token
  return formCall(formOf(body, pictures))('POST /api/sell/update', { body }, { token })
}

function formOf(body: Edit, pictures: ReadonlyMap<number, Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const [place, picture] of pictures) form.append(`image${place + 1}`, picture, `image${place + 1}.jpg`)
  return form
}

/** Calls a route with this form in place of the body it is given. */
function formCall(form: FormData) {
  return createCall(async ({ method, url, headers }): Promise<Received> => {
    const { 'content-type': _, ...rest } = headers
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const response = await fetch(url, { method, headers: rest, body: form, signal }).catch(() => undefined)
    if (!response) throw new ApiError(0, { code: 'unreachable', message: 'Error connecting to server' })
    return { status: response.status, body: await response.json().catch(() => undefined) }
  })
}
