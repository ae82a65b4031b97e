import { useRef } from 'react'

/**
 * Handlers for a dialog without a trigger of its own: closing gives the focus back to what had it,
 * or to the page where that is gone or the person has moved on to another page.
 */
export function useReturnFocus() {
  const before = useRef<{ opener: Element | null; path: string }>({ opener: null, path: '' })
  return {
    onOpenAutoFocus: () => {
      before.current = { opener: document.activeElement, path: window.location.pathname }
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const { opener, path } = before.current
      const stayed = path === window.location.pathname
      const usable = stayed && opener instanceof HTMLElement && opener.isConnected && opener !== document.body
      const target = usable ? opener : document.getElementById('content')
      target?.focus({ preventScroll: true })
    },
  }
}
