import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Others work on the same things: loads the page's data again now and then, while nobody is deciding anything. */
export function useRevalidateEvery(milliseconds: number | undefined) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (milliseconds === undefined) return
    const timer = setInterval(() => {
      if (navigator.onLine && !document.hidden && !document.querySelector('[role="dialog"]'))
        void revalidate()
    }, milliseconds)
    return () => clearInterval(timer)
  }, [milliseconds, revalidate])
}

/** How often pages on which several people work are loaded again. */
export const SHARED_WORK_MS = 30_000
