import type { ReactNode } from 'react'
import { useLoginRequest } from '../accounts/login-prompt.ts'
import { AskHost } from '../ui/ask-host.tsx'
import { later } from '../ui/later.ts'
import { ToastHost } from '../ui/toast-host.tsx'
import { WhenOpen } from '../ui/when-open.tsx'
import { Footer } from './footer.tsx'
import { Navigation } from './navigation.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { useFocusNewPage } from './use-focus-new-page.ts'
import { WhatsappButton } from './whatsapp-button.tsx'

const LoginPopup = later(() => import('../accounts/login-popup.tsx').then((m) => m.LoginPopup))

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
