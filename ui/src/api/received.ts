import { ApiError, type Received } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'

/** The server cannot be reached, or its answer broke off on the way: whether it did what was asked is not known. */
export function unreachable(): ApiError {
  return new ApiError(0, { code: 'unreachable', message: m.common_unreachable() })
}

/** An answer of a server in between, such as the log-in page of a network, or of ours in another format. */
function invalidAnswer(status: number): ApiError {
  return new ApiError(status, { code: 'internal', message: m.common_invalid_answer() })
}

/** Reads an answer of the API; throws for a successful one whose body broke off or is no JSON. */
export async function receivedOf(response: Response): Promise<Received> {
  const body: unknown = await response.json().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    // An error of a proxy has a body of its own format; its status says enough.
    if (!response.ok) return undefined
    throw error instanceof SyntaxError ? invalidAnswer(response.status) : unreachable()
  })
  return { status: response.status, body }
}
