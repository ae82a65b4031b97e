import { useLoginRequest } from '@twende/ui/accounts/login-prompt.ts'
import { AskHost, OfflineBanner, SkipLink, useFocusNewPage } from '@twende/ui/controls/app-frame.tsx'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { type ReactNode, Suspense } from 'react'
import type { FrameContact } from './footer.tsx'
import { Navigation } from './navigation.tsx'

/** They come with the page's HTML; their scripts are not needed for what is seen first. */
const WhatsappButton = lazyWithRetry(() =>
  import('./whatsapp-button.tsx').then((module) => module.WhatsappButton),
)
const Footer = lazyWithRetry(() => import('./footer.tsx').then((module) => module.Footer))
const SiteLoginPopup = lazyWithRetry(() =>
  import('../accounts/site-login-popup.tsx').then((module) => module.SiteLoginPopup),
)

const ContactProofHost = lazyWithRetry(() =>
  import('@twende/ui/accounts/contact-proof-host.tsx').then((module) => module.ContactProofHost),
)

type PageFrameProps = {
  contact: FrameContact
  year: number
  children: ReactNode
}

/** Everything around a page: the bar, the footer, the chat, and the places where dialogs and messages appear. */
export function PageFrame({ contact, year, children }: PageFrameProps) {
  useFocusNewPage()
  return (
    <>
      <SkipLink />
      <Navigation chat={Boolean(contact.whatsapp)} />
      {contact.whatsapp && (
        <Suspense fallback={null}>
          <WhatsappButton number={contact.whatsapp} />
        </Suspense>
      )}
      <OfflineBanner />
      <main id="content" tabIndex={-1} className="min-h-[70vh] outline-none">
        {children}
      </main>
      <Suspense fallback={<div className="min-h-160" />}>
        <Footer contact={contact} year={year} />
      </Suspense>
      <LoginHost />
      <Suspense fallback={null}>
        <ContactProofHost />
      </Suspense>
      <AskHost />
      <ToastHost />
    </>
  )
}

function LoginHost() {
  const open = useLoginRequest() !== null
  return (
    <WhenOpen open={open}>
      <SiteLoginPopup />
    </WhenOpen>
  )
}
