import * as z from 'zod/mini'
import type { DarajaIds } from './daraja-ids.ts'

const JsonObject = z.record(z.string(), z.unknown())

const Scalar = z.union([z.string(), z.number()])

export const isShortcode = (text: string) => /^\d{5,7}$/.test(text)

export const isPhone = (text: string) => /^254[17]\d{8}$/.test(text)

export const isWholeAmount = (text: string) => /^[1-9]\d{0,8}$/.test(text)

export const isWebAddress = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text)

export const hasLength = (least: number, most: number) => (text: string) =>
  text.trim().length >= least && text.length <= most

/** What the simulator sends back; `dropped` ends the connection without a word. */
export type Answer = { status: number; contentType: string; body: string } | 'dropped'

export function json(status: number, body: unknown): Answer {
  return { status, contentType: 'application/json', body: JSON.stringify(body) }
}

/** Daraja's way to say no. */
export function errorAnswer(ids: DarajaIds, status: number, errorCode: string, errorMessage: string): Answer {
  return json(status, { requestId: ids.request(), errorCode, errorMessage })
}

export function badRequest(ids: DarajaIds, field: string): Answer {
  return errorAnswer(ids, 400, '400.002.02', `Bad Request - Invalid ${field}`)
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

/** The fields of a request. Daraja takes figures as numbers and as text alike. */
export type Fields = ReadonlyMap<string, string>

/** Reads a request's body; undefined when it is no JSON object. */
export function readFields(body: string): Fields | undefined {
  try {
    const parsed = z.safeParse(JsonObject, JSON.parse(body))
    if (!parsed.success) return undefined
    return new Map(
      Object.entries(parsed.data).flatMap(([name, value]) => {
        const scalar = z.safeParse(Scalar, value)
        return scalar.success ? [[name, String(scalar.data)]] : []
      }),
    )
  } catch {
    return undefined
  }
}

export type FieldRule = { field: string; accepts: (text: string) => boolean; calledAs?: string }

/** The name of the first field that breaks its rule, as Daraja calls it. A missing field reads as empty. */
export function firstBadField(fields: Fields, rules: readonly FieldRule[]): string | undefined {
  const bad = rules.find(({ field, accepts }) => !accepts(fields.get(field) ?? ''))
  return bad?.calledAs ?? bad?.field
}
