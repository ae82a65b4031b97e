import { m } from '@twende/messages'
import { whatsappLink } from '@twende/ui/address.ts'
import { WhatsappMark } from './whatsapp-mark.tsx'

/**
 * The chat that is always at hand and covers nothing: on phones it is in a gap that the bar leaves for it, on wider screens
 * in the margin, which it fills, and above a sticky bar where a page has one.
 */
export function WhatsappButton({ number }: { number: string }) {
  return (
    <aside
      aria-label={m.nav_chat()}
      className="pointer-events-none sticky top-0 z-40 -mt-16 h-16 no-print sm:static sm:mt-0 sm:h-0"
    >
      <a
        href={whatsappLink(number, m.contact_whatsapp_text())}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={m.nav_chat_whatsapp()}
        className="pointer-events-auto absolute top-2.5 right-28 grid size-11 place-items-center text-acacia transition-[bottom] duration-200 sm:fixed sm:top-auto sm:right-0 sm:bottom-[calc(1.5rem+var(--sticky-bar,0px)+env(safe-area-inset-bottom))] sm:h-14 sm:w-6 sm:rounded-l-md sm:bg-acacia sm:text-paper lg:w-8"
      >
        <WhatsappMark className="size-5 lg:size-6" />
      </a>
    </aside>
  )
}
