import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { kindOfMissing, missingPageContext } from './frame/missing-page.ts'
import { scriptNonceContext } from './frame/script-nonce.ts'

/** Renders a page whole: it is cached, so nothing is gained by streaming it. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  given: RouterContextProvider,
) {
  if (status === 404) {
    const missing = given.get(missingPageContext)
    missing.kind = kindOfMissing(context)
    if (missing.isFinished(missing.kind)) return new Response(null, { status, headers })
  }
  const nonce = given.get(scriptNonceContext)
  const page = <ServerRouter context={context} url={request.url} nonce={nonce} />
  const stream = await renderToReadableStream(page, { nonce })
  await stream.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(picturesFirst(await new Response(stream).text()), { status, headers })
}

/** Lets what is seen overtake the scripts: over a thin line they would take it all before the first picture. */
function picturesFirst(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}

/** A page that is not there is no error of ours; everything else is told. */
export function handleError(error: unknown) {
  if (isRouteErrorResponse(error)) return
  // biome-ignore lint/suspicious/noConsole: the page renderer has no logger
  console.error(error)
}
