import { getLocale } from '@twende/messages/runtime'

/** `a, b or c`, `a, b and c`. */
export function listText(parts: readonly string[], type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat(getLocale() === 'sw' ? 'sw' : 'en-GB', { type }).format(parts)
}
