/** Those whose name holds every word of the search, in any order and case. */
export function servicesNamed<T extends { name: string }>(services: readonly T[], search: string): T[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return services.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
}
