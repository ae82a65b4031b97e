import { useEffect, useEffectEvent } from 'react'

/** Of the HTML standard, and not yet among TypeScript's types of a browser. */
declare class CloseWatcher {
  onclose: (() => void) | null
  destroy(): void
}

/**
 * Lets what closes things on a phone, the Back of Android, close this instead of leaving the page. Where a browser has no
 * `CloseWatcher`, Back leaves the page, as on a desktop.
 */
export function useCloseOnBack(open: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open || !('CloseWatcher' in window)) return
    const watcher = new CloseWatcher()
    watcher.onclose = () => close()
    return () => watcher.destroy()
  }, [open])
}
