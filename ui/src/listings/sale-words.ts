import { SPEC_LABELS } from '@twende/contract/listings/listing-choices.ts'

/** `75,200 km`. */
export function showKm(km: number): string {
  return `${km.toLocaleString('en-KE', { maximumFractionDigits: 0 })} km`
}

/** Technical specs in the order their form asks for them; what it does not know comes last. */
export function inOrder(specs: Readonly<Record<string, string>>): Record<string, string> {
  const known = Object.keys(SPEC_LABELS).flatMap((name) =>
    specs[name] ? [[name, specs[name]] as const] : [],
  )
  return { ...Object.fromEntries(known), ...specs }
}
