/** `75,200 km`. */
export function showKm(km: number): string {
  return `${km.toLocaleString('en-KE', { maximumFractionDigits: 0 })} km`
}
