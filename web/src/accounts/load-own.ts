import { ApiError } from '@twende/contract/http/call.ts'
import { currentSession } from '@twende/ui/accounts/session.ts'

/** What only its owner sees: here, refused with a sentence, or nobody is signed in. */
export type Own<Here> =
  | ({ state: 'here' } & Here)
  | { state: 'refused'; message: string }
  | { state: 'signed out' }

/** Loads what is somebody's own, called `things` where it cannot be had. */
export async function loadOwn<Here>(things: string, load: () => Promise<Here>): Promise<Own<Here>> {
  if (!currentSession()) return { state: 'signed out' }
  try {
    return { state: 'here', ...(await load()) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'not_signed_in') return { state: 'signed out' }
    const failed = error.code === 'unreachable' ? 'load' : 'fetch'
    return { state: 'refused', message: `Failed to ${failed} ${things}` }
  }
}
