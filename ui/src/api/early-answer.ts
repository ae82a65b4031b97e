/** What a page has asked before its bundles were there (`web/src/frame/early-car.tsx`). */
export type EarlyAnswer = {
  carId: string
  url: string
  token: string | undefined
  /** The history entry for which it was asked; a later visit asks anew. */
  entry: unknown
  response: Promise<Response>
}

declare global {
  interface Window {
    earlyAnswer?: EarlyAnswer | undefined
  }
}

/** The answer to this request, if the page asked for it as it was loaded, as the same person; each is handed out once. */
export function takeEarlyAnswer(url: string, token: string | undefined): Promise<Response> | undefined {
  const early = window.earlyAnswer
  if (early?.url !== url) return undefined
  window.earlyAnswer = undefined
  return early.token === token && early.entry === window.history.state?.key ? early.response : undefined
}
