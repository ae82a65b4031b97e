import type { Call } from '@twende/contract/http/call.ts'
import { createContext, type EntryContext } from 'react-router'

/** How a server render reaches the API: in process, as nobody. */
export const callContext = /* @__PURE__ */ createContext<Call>()

/** Marks the scripts of one rendering on the server; the browser never sees it. */
export const scriptNonceContext = /* @__PURE__ */ createContext<string>()

/** All pages of one kind that are not there look alike, so that one finished page serves them all. */
export type MissingPage = {
  /** Whether a page of this kind is finished already and need not be drawn. */
  isFinished(kind: string): boolean
  /** Told by the rendering when the page is not there. */
  kind?: string
}

export const missingPageContext = /* @__PURE__ */ createContext<MissingPage>()

/** Which route the address leads to, and which part of it failed. */
export function kindOfMissing({ staticHandlerContext }: EntryContext): string {
  const { matches, errors } = staticHandlerContext
  return [matches.at(-1)?.route.id ?? '', ...Object.keys(errors ?? {})].join(' ')
}
