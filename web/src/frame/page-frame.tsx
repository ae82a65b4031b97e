import type { ReactNode } from 'react'
import { useLoginRequest } from '@twende/ui/accounts/login-prompt.ts'
import { AskHost } from '@twende/ui/controls/ask-host.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { Footer } from './footer.tsx'
import { Navigation } from './navigation.tsx'
import { OfflineBanner } from '@twende/ui/controls/offline-banner.tsx'
import { useFocusNewPage } from '@twende/ui/controls/use-focus-new-page.ts'
import { WhatsappButton } from './whatsapp-button.tsx'

const LoginPopup = later(() => import('@twende/ui/accounts/login-popup.tsx').then((m) => m.LoginPopup))

/** How the business is reached; `phone` as it is shown, `whatsapp` as WhatsApp wants it. */
export type FrameContact = { phone: string; whatsapp: string; email?: string | undefined }

type PageFrameProps = {
  contact: FrameContact
  year: number
  /** Without bar, footer and chat: the page brings what stands around it, its `main#content` too. */
  bare?: boolean
  children: ReactNode
}

/** Everything around a page: the bar, the footer, the chat, and the places where dialogs and messages appear. */
export function PageFrame({ contact, year, bare = false, children }: PageFrameProps) {
  useFocusNewPage()
  return (
    <>
      <a
        href="#content"
        className="sr-only rounded-md bg-ink px-4 py-3 font-semibold text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to the content
      </a>
      {!bare && <Navigation />}
      <OfflineBanner />
      {bare ? (
        children
      ) : (
        <main id="content" tabIndex={-1} className="min-h-[70vh] outline-none">
          {children}
        </main>
      )}
      {!bare && <Footer contact={contact} year={year} />}
      {!bare && contact.whatsapp && <WhatsappButton number={contact.whatsapp} />}
      <LoginHost />
      <AskHost />
      <ToastHost />
    </>
  )
}

function LoginHost() {
  const open = useLoginRequest() !== null
  return (
    <WhenOpen open={open}>
      <LoginPopup />
    </WhenOpen>
  )
}
