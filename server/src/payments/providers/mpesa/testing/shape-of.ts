/** The keys, in order, and the types of a message, without its values. Lists of named items keep the names. */
export function shapeOf(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) =>
    key === 'Key' || key === 'Name' || (typeof inner === 'object' && inner !== null) ? inner : typeof inner,
  )
}
