import { createContext, type EntryContext } from 'react-router'

/** All pages of one kind that are not there look alike, so that one finished page serves them all. */
export type MissingPage = {
  /** Whether a page of this kind is finished already and need not be drawn. */
  isFinished(kind: string): boolean
  /** Told by the rendering when the page is not there. */
  kind?: string
}

export const missingPageContext = createContext<MissingPage>()

/** Which route the address leads to, and which part of it failed. */
export function kindOfMissing({ staticHandlerContext }: EntryContext): string {
  const { matches, errors } = staticHandlerContext
  return [matches.at(-1)?.route.id ?? '', ...Object.keys(errors ?? {})].join(' ')
}
