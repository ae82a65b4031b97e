import { useEffect, useRef } from 'react'

/** For a bar of links that may be longer than its room: brings the one that is open to its middle, whenever `open` changes. */
export function useCurrentInSight<Bar extends HTMLElement>(open: string | undefined) {
  const bar = useRef<Bar>(null)
  useEffect(() => {
    const link = bar.current?.querySelector('[aria-current="page"]')
    if (open === undefined || !bar.current || !link) return
    const [room, spot] = [bar.current.getBoundingClientRect(), link.getBoundingClientRect()]
    bar.current.scrollLeft += spot.left + spot.width / 2 - room.left - room.width / 2
    bar.current.scrollTop += spot.top + spot.height / 2 - room.top - room.height / 2
  }, [open])
  return bar
}
