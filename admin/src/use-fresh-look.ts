import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const LOOK_MS = 30_000

/** Others work on the same things: they are asked for again now and then, while nobody is deciding anything. */
export function useFreshLook() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && !document.querySelector('[role="dialog"]')) void revalidate()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [revalidate])
}
