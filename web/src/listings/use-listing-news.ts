import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { useEffect, useEffectEvent } from 'react'

const LOOK_MS = 15_000

/** Asks again while a payment is being checked, and whenever the person comes back to the page. */
export function useListingNews(listings: readonly OwnListing[], refresh: () => Promise<void>) {
  const waiting = listings.some(({ payment }) => payment.status === 'processing')
  const look = useEffectEvent(() => {
    if (!document.hidden) void refresh()
  })
  useEffect(() => {
    const timer = waiting ? setInterval(() => look(), LOOK_MS) : undefined
    const wake = () => look()
    document.addEventListener('visibilitychange', wake)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [waiting])
}
