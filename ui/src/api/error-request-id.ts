/** The number under which the server logged what broke, if it was the server. */
export function requestIdOf(error: unknown): string | undefined {
  if (!error || typeof error !== 'object' || !('requestId' in error)) return undefined
  return typeof error.requestId === 'string' ? error.requestId : undefined
}
