import { type RefObject, useEffect } from 'react'

/** Typing begins at once, once the dialog has noted where the focus was before. */
export function useFirstFocus({ ref }: { ref: RefObject<HTMLFormElement | null> }) {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      ref.current?.querySelector<HTMLElement>('input, button[type="submit"]')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [ref])
}
