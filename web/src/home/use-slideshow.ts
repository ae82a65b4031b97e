import { type FocusEvent, useEffect, useState, useSyncExternalStore } from 'react'

export const SLIDE_MILLISECONDS = 5000

type Slideshow = {
  current: number
  /** Is it moving by itself right now? */
  running: boolean
  /** Did the person (or their system) ask it to stand still? */
  stopped: boolean
  show: (slide: number) => void
  setStopped: (stopped: boolean) => void
  /** Spread on the element whose hover and focus hold the show. */
  hold: {
    onPointerEnter: () => void
    onPointerLeave: () => void
    onFocus: (event: FocusEvent) => void
    onBlur: () => void
  }
}

/** Turns through `count` slides, and waits while held, stopped, out of sight, or where motion is unwelcome. */
export function useSlideshow(count: number): Slideshow {
  const [current, setCurrent] = useState(0)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const [choice, setChoice] = useState<boolean>()
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const hidden = usePageHidden()
  const stopped = choice ?? still
  const running = !stopped && !hovered && !focused && !hidden

  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setCurrent((slide) => (slide + 1) % count), SLIDE_MILLISECONDS)
    return () => clearInterval(timer)
  }, [running, count])

  return {
    current,
    running,
    stopped,
    show: setCurrent,
    setStopped: setChoice,
    hold: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      // A dot that was clicked keeps the focus; only the keyboard's holds the show.
      onFocus: ({ target }) => setFocused(target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  }
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}

function usePageHidden(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    () => document.hidden,
    () => false,
  )
}
