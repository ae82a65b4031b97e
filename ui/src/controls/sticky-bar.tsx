import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { classes } from './classes.ts'

/**
 * A bar of actions that stays at the bottom edge of phones and lies in the page from 768 px.
 * It tells the page its height, so that the chat button stands above it.
 */
export function StickyBar({ className, children }: { className?: string; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shown = bar.current
    if (!shown) return
    const root = document.documentElement.style
    const watcher = new ResizeObserver(() => {
      const stuck = getComputedStyle(shown).position === 'sticky'
      root.setProperty('--sticky-bar', `${stuck ? shown.offsetHeight : 0}px`)
    })
    watcher.observe(shown)
    return () => {
      watcher.disconnect()
      root.removeProperty('--sticky-bar')
    }
  }, [])
  return (
    <div
      ref={bar}
      className={classes(
        'sticky bottom-0 z-20 -mx-4 flex items-center gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] no-print sm:-mx-6 sm:px-6 md:static md:mx-0 md:border-0 md:bg-transparent md:p-0',
        className,
      )}
    >
      {children}
    </div>
  )
}
