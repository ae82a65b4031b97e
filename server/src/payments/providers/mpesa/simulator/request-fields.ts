import * as z from 'zod/mini'

/** The fields of a request. Daraja takes figures as numbers and as text alike. */
export type Fields = ReadonlyMap<string, string>

const JsonObject = z.record(z.string(), z.unknown())
const Scalar = z.union([z.string(), z.number()])

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

export const isShortcode = (text: string) => /^\d{5,7}$/.test(text)
export const isPhone = (text: string) => /^254[17]\d{8}$/.test(text)
export const isWholeAmount = (text: string) => /^[1-9]\d{0,8}$/.test(text)
export const isWebAddress = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text)
export const hasLength = (least: number, most: number) => (text: string) =>
  text.trim().length >= least && text.length <= most
