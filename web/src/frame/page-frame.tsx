import { useLoginRequest } from '@twende/ui/accounts/login-prompt.ts'
import { AskHost } from '@twende/ui/controls/ask-host.tsx'
import { OfflineBanner } from '@twende/ui/controls/offline-banner.tsx'
import { SkipLink } from '@twende/ui/controls/skip-link.tsx'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { useFocusNewPage } from '@twende/ui/controls/use-focus-new-page.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { later } from '@twende/ui/loading/later.ts'
import type { ReactNode } from 'react'
import { Footer, type FrameContact } from './footer.tsx'
import { Navigation } from './navigation.tsx'
import { WhatsappButton } from './whatsapp-button.tsx'

const SiteLoginPopup = later(() => import('../accounts/site-login-popup.tsx').then((m) => m.SiteLoginPopup))

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
      <Navigation />
      <OfflineBanner />
      <main id="content" tabIndex={-1} className="min-h-[70vh] outline-none">
        {children}
      </main>
      <Footer contact={contact} year={year} />
      {contact.whatsapp && <WhatsappButton number={contact.whatsapp} />}
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
      <SiteLoginPopup />
    </WhenOpen>
  )
}
