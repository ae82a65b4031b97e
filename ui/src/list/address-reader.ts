/** Reads filters from an address; what makes no sense reads as undefined, so that every link works. */
export function addressReader(query: URLSearchParams) {
  return {
    text: (name: string, longest = 60) =>
      query.get(name)?.replaceAll('\0', '').trim().slice(0, longest) || undefined,
    oneOf: <const Value extends string>(name: string, values: readonly Value[]) =>
      values.find((value) => value === query.get(name)),
    id: (name: string) => {
      const said = query.get(name)
      return said && /^[0-9a-f-]{36}$/.test(said) ? said : undefined
    },
    number: (name: string, range?: NumberRange) => wholeNumber(query.get(name), range),
    page: () => wholeNumber(query.get('page'), { least: 1, most: 99_999 }),
  }
}

export type NumberRange = { least: number; most: number }

/** A whole number of at least `least`, and of `most` where more is asked for. */
export function wholeNumber(
  text: string | null | undefined,
  { least, most }: NumberRange = { least: 0, most: 9_999_999 },
): number | undefined {
  if (!text || !/^\d{1,12}$/.test(text) || Number(text) < least) return undefined
  return Math.min(Number(text), most)
}
