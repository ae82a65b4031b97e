import type { RouteAnswer } from '@twende/contract/http/route.ts'
import type { Routes } from '@twende/contract/routes.ts'
import { m } from '@twende/messages'
import { getLocale } from '@twende/messages/runtime'
import { refusedPicture } from '@twende/ui/pictures/picture-order.ts'

export type ListedCar = RouteAnswer<Routes['POST /api/sell/add']>

/** What became of an upload. After `timeout`, `lost` and a server's error nobody knows whether the car was listed. */
export type UploadOutcome =
  | { kind: 'listed'; answer: ListedCar }
  | { kind: 'refused'; status: number; code: string; message: string; picture?: number | undefined }
  | { kind: 'timeout' }
  | { kind: 'lost' }
  | { kind: 'odd' }

type Upload = {
  fields: Record<string, string>
  pictures: readonly Blob[]
  token: string
  idempotencyKey: string
  onProgress: (percent: number) => void
}

const TIMEOUT_MS = 300_000

/** Sends a car for sale. `fetch` cannot tell how far an upload has come, so this is the one place without it. */
export function uploadListing({
  fields,
  pictures,
  token,
  idempotencyKey,
  onProgress,
}: Upload): Promise<UploadOutcome> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [place, picture] of pictures.entries()) {
    form.append(`image${place + 1}`, picture, `image${place + 1}.jpg`)
  }
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const lose = () => request.abort()
    const end = (outcome: UploadOutcome) => {
      window.removeEventListener('offline', lose)
      resolve(outcome)
    }
    request.open('POST', '/api/sell/add')
    request.timeout = TIMEOUT_MS
    request.responseType = 'json'
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('accept-language', getLocale())
    request.setRequestHeader('token', token)
    request.setRequestHeader('idempotency-key', idempotencyKey)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(Math.floor((loaded / total) * 100))
    }
    // A small upload may be over before it has told anything.
    request.upload.onload = () => onProgress(100)
    request.onload = () => end(outcomeOf(request.status, request.response))
    request.ontimeout = () => end({ kind: 'timeout' })
    request.onerror = () => end({ kind: 'lost' })
    request.onabort = () => end({ kind: 'lost' })
    // A phone without a network notices at once; its request would hang for minutes.
    window.addEventListener('offline', lose)
    request.send(form)
  })
}

/** Reads an answer; one that is not ours counts as an odd one. */
export function outcomeOf(status: number, body: unknown): UploadOutcome {
  if (isListed(body) && status >= 200 && status < 300) return { kind: 'listed', answer: body }
  if (typeof body !== 'object' || body === null) {
    return status >= 400 ? { kind: 'refused', status, code: '', message: '' } : { kind: 'odd' }
  }
  const answer: Record<string, unknown> = { ...body }
  const text = (name: string) => (typeof answer[name] === 'string' ? answer[name] : '')
  const picture = refusedPicture(answer.data)
  return { kind: 'refused', status, code: text('code'), message: text('message'), picture }
}

function isListed(body: unknown): body is ListedCar {
  return (
    typeof body === 'object' && body !== null && 'success' in body && body.success === true && 'data' in body
  )
}

/** What the seller is told when a car was not listed; specification, section 8. */
export function failureMessage(outcome: Exclude<UploadOutcome, { kind: 'listed' }>): string {
  switch (outcome.kind) {
    case 'refused':
      if (outcome.status < 500) return outcome.message || m.sell_failed()
      return m.sell_failed_server({ message: outcome.message || `HTTP ${outcome.status}` })
    case 'timeout':
      return m.sell_failed_timeout()
    case 'lost':
      return m.sell_failed_network()
    case 'odd':
      return m.sell_failed_unexpected()
  }
}

/** Whether the car may have been listed all the same: only an answer of ours says no for certain. */
export function isUncertain(outcome: UploadOutcome): boolean {
  return outcome.kind !== 'listed' && !(outcome.kind === 'refused' && outcome.status < 500)
}

/** The quarters that an upload has newly reached, in percent; a small one reaches all of them at once. */
export function quartersReached(before: number, now: number): number[] {
  return [25, 50, 75, 100].filter((quarter) => quarter > before && quarter <= now)
}
