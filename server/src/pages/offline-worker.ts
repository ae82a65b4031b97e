import { m } from '@twende/messages'
import { localePrefix } from '@twende/messages/address.ts'
import { type Locale, locales } from '@twende/messages/runtime'
import type { FastifyInstance } from 'fastify'

/**
 * Sends the service worker of site and admin app. It does one thing: where a page cannot be fetched, it shows a sentence and a way
 * to try again in the language of the address. Without it, a person who clicks without a network ends at the browser's own page.
 */
export function serveOfflineWorker(app: FastifyInstance): void {
  const script = offlineWorker()
  app.get('/offline-worker.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
  )
}

/** The longest prefix comes first: that of the base language is empty and fits every address. */
function offlineWorker(): string {
  const pages = locales
    .map((locale) => ({ prefix: localePrefix(locale), html: offlinePage(locale) }))
    .sort((one, other) => other.prefix.length - one.prefix.length)
  return `const pages = ${JSON.stringify(pages)}
const pageFor = (address) => {
  const { pathname } = new URL(address)
  return pages.find(({ prefix }) => pathname === prefix || pathname.startsWith(prefix + '/'))
}
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])),
)
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode !== 'navigate') return
  const page = async () => (await event.preloadResponse) ?? fetch(request)
  event.respondWith(
    page().catch(
      () => new Response(pageFor(request.url).html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } }),
    ),
  )
})
`
}

/** A page that needs nothing else: its link asks for its own address again. */
function offlinePage(locale: Locale): string {
  const title = m.common_unreachable({}, { locale })
  return `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | Twende</title>
<style>
body { margin: 0; padding: 15vh 1.25rem; background: #faf7f1; color: #1c1a17; font: 1.125rem/1.5 system-ui, sans-serif }
main { max-width: 34rem; margin: auto }
h1 { font-size: 1.875rem; line-height: 1.2; margin: 0 0 1rem }
a { display: inline-block; margin-top: 1.5rem; padding: .75rem 1.5rem; border-radius: .5rem; background: #1c1a17; color: #fff; font-weight: 600; text-decoration: none }
</style>
<main role="alert">
<h1>${title}</h1>
<p>${m.common_try_later({}, { locale })}</p>
<a href="">${m.common_try_again({}, { locale })}</a>
</main>
</html>
`
}
