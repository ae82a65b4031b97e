import { Suspense, useSyncExternalStore } from 'react'
import { lazyWithRetry } from '../loading/lazy-with-retry.ts'
import { toastQueue } from './toast.ts'

/** Brings the toaster ahead, for pages that may have to say that the network is gone. */
export const bringToaster = () => import('./toaster.tsx').then((m) => m.Toaster)
const Toaster = lazyWithRetry(bringToaster)

/** Brings the toaster in when there is something to say; once, in the page frame. */
export function ToastHost() {
  const wanted = useSyncExternalStore(toastQueue.subscribe, toastQueue.wanted, () => false)
  return wanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
