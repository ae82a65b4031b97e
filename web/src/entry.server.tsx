import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { withEarlyCar } from './frame/early-car.tsx'
import { kindOfMissing, missingPageContext, scriptNonceContext } from './frame/render-contexts.ts'
import { scriptsAfterPictures } from './frame/scripts-after-pictures.ts'

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
  const stream = await renderToReadableStream(page, { nonce, progressiveChunkSize: Number.MAX_SAFE_INTEGER })
  await stream.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  const route = context.staticHandlerContext.matches.at(-1)?.route.path
  const html = withEarlyCar(await new Response(stream).text(), route, nonce)
  return new Response(scriptsAfterPictures(html, nonce), { status, headers })
}

/** A page that is not there is no error of ours; everything else is told. */
export function handleError(error: unknown) {
  if (isRouteErrorResponse(error)) return
  // biome-ignore lint/suspicious/noConsole: the page renderer has no logger
  console.error(error)
}
