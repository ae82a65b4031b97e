import { ApiError, type Received } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'

/** The server cannot be reached, or its answer broke off on the way: whether it did what was asked is not known. */
export function unreachable(): ApiError {
  return new ApiError(0, { code: 'unreachable', message: m.common_unreachable() })
}

/** Reads an answer of the API; throws `unreachable` for a successful one whose body broke off. */
export async function receivedOf(response: Response): Promise<Received> {
  const body: unknown = await response.json().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    // An error of a proxy has a body of its own format; its status says enough.
    if (response.ok) throw unreachable()
    return undefined
  })
  return { status: response.status, body }
}
