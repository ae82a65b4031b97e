import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a move to another page the keyboard continues at its content, as it would after a full load. */
export function useFocusNewPage() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])
}
