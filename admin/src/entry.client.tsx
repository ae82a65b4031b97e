import { m } from '@twende/messages'
import { rememberedLocale } from '@twende/messages/chosen-locale.ts'
import { baseLocale, overwriteGetLocale } from '@twende/messages/runtime'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

// The shell that the server sends is in English, whatever the language.
const locale = rememberedLocale() ?? baseLocale
overwriteGetLocale(() => locale)
document.documentElement.lang = locale
const demoNote = document.querySelector('aside[data-note="demo"]')
if (demoNote && locale !== baseLocale) {
  demoNote.textContent = m.page_demo_note()
  demoNote.setAttribute('aria-label', m.page_demo_label())
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
if (import.meta.env.PROD) navigator.serviceWorker?.register('/offline-worker.js').catch(() => {})
