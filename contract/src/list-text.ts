import { formatLocale } from './calendar-day.ts'

/** `a, b or c`, `a, b and c`. */
export function listText(parts: readonly string[], type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat(formatLocale(), { type }).format(parts)
}
