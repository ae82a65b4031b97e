/** The "Features:" list of a product: its description, split on full stops. A point inside a number does not split. */
export function productFeatures(description: string): string[] {
  return description
    .split(/\.(?=\s|$)/)
    .map((feature) => feature.trim())
    .filter((feature) => feature !== '')
}
