import type { DarajaIds } from './daraja-ids.ts'

/** What the simulator sends back; `dropped` ends the connection without a word. */
export type Answer = { status: number; contentType: string; body: string } | 'dropped'

export function json(status: number, body: unknown): Answer {
  return { status, contentType: 'application/json', body: JSON.stringify(body) }
}

/** Daraja's way to say no. */
export function objection(ids: DarajaIds, status: number, errorCode: string, errorMessage: string): Answer {
  return json(status, { requestId: ids.request(), errorCode, errorMessage })
}

export function badRequest(ids: DarajaIds, field: string): Answer {
  return objection(ids, 400, '400.002.02', `Bad Request - Invalid ${field}`)
}

/** Its gateway's way to say "too many calls". */
export function spikeArrest(): Answer {
  return json(429, {
    fault: {
      faultstring:
        'Spike arrest violation. Allowed rate : MessageRate{messagesPerPeriod=5, periodInMicroseconds=60000000, maxBurstMessageCount=1.0}',
      detail: { errorcode: 'policies.ratelimit.SpikeArrestViolation' },
    },
  })
}

export function webPage503(): Answer {
  const body = '<html><head><title>503</title></head><body><h1>Service Unavailable</h1></body></html>'
  return { status: 503, contentType: 'text/html', body }
}
