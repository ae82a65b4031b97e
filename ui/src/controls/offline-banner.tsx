import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that the network is gone, for as long as it is. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className="no-print">
      {!online && (
        <p className="text-center bg-sunrise-tint px-4 py-2 text-sm font-semibold text-sunrise-ink">
          You are offline. What you see may be out of date.
        </p>
      )}
    </div>
  )
}
