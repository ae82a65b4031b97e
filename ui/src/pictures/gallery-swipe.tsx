import useEmblaCarousel from 'embla-carousel-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

type GallerySwipeProps = {
  /** What is swiped: its first child holds the slides. */
  viewport: RefObject<HTMLElement | null>
  chosen: number
  onChoose: (at: number) => void
  /** Told before the slides are measured: all of them must be drawn from then on. */
  onReady?: () => void
  /** False while a drag means something else. */
  mayDrag?: () => boolean
}

/** Lets a row of pictures be swiped. Import it lazily: it adds to what is drawn, and draws nothing itself. */
export function GallerySwipe({ viewport, chosen, onChoose, onReady, mayDrag }: GallerySwipeProps) {
  const isDragAllowed = useEffectEvent(() => mayDrag?.() ?? true)
  // The options must stay the same object: a change would start the carousel anew.
  const [options] = useState(() => ({ startIndex: chosen, watchDrag: () => isDragAllowed() }))
  const [attach, carousel] = useEmblaCarousel(options)
  const start = useEffectEvent(() => {
    onReady?.()
    attach(viewport.current)
  })
  const settle = useEffectEvent((at: number) => {
    if (at !== chosen) onChoose(at)
  })

  useEffect(() => start(), [])
  useEffect(() => {
    if (!carousel) return
    const onSelect = () => settle(carousel.selectedScrollSnap())
    carousel.on('select', onSelect)
    return () => void carousel.off('select', onSelect)
  }, [carousel])
  useEffect(() => {
    if (!carousel || carousel.selectedScrollSnap() === chosen) return
    carousel.scrollTo(chosen, matchMedia('(prefers-reduced-motion: reduce)').matches)
  }, [carousel, chosen])
  return null
}
