import { refusalOf } from '@twende/contract/http/call.ts'
import { getLocale } from '@twende/messages/runtime'
import { currentSession } from '../accounts/session.ts'
import { meetRefusal, unreachable } from './call.ts'

/** Fetches a file as the current user, after a proof where the server asks for one; undefined name: it sent none. */
export async function fetchFile(url: string): Promise<{ bytes: Blob; name: string | undefined }> {
  const answer = await meetRefusal(async () => {
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
