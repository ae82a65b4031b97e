import { inLanguage, readLocale } from '@twende/messages/address.ts'
import { rememberedLocale } from '@twende/messages/chosen-locale.ts'
import { assertIsLocale, overwriteGetLocale } from '@twende/messages/runtime'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

// A build for one language has it fixed; in development one build serves all.
if (import.meta.env.DEV) {
  const { lang } = document.documentElement
  overwriteGetLocale(() => assertIsLocale(lang))
}

// Pages are cached for everybody, so a remembered language takes effect here and not on the server.
const chosen = rememberedPage(window.location)
if (chosen) window.location.replace(chosen)
else {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
  if (import.meta.env.PROD) navigator.serviceWorker?.register('/offline-worker.js').catch(() => {})
}

/** Where this page is in the language that was chosen earlier; undefined if it is this page. */
function rememberedPage({ pathname, search, hash }: Location): string | undefined {
  const { locale, path } = readLocale(pathname)
  const chosen = rememberedLocale()
  if (!chosen || chosen === locale) return undefined
  return inLanguage(path, chosen) + search + hash
}
