import { useEffect, useRef } from 'react'

/**
 * Adds each change to what the address asks for, and to the changes before it whose page is still loading: two
 * filters chosen in a hurry both count.
 */
export function useWish<Wish extends object>(asked: Wish): (change: object) => Wish {
  const now = useRef(asked)
  /** The wishes on their way, after what was shown when the first of them was made. */
  const made = useRef<Wish[]>([])
  useEffect(() => {
    now.current = asked
    // What is shown may be several wishes behind. At the newest, or elsewhere, they are over.
    const at = made.current.findLastIndex((wish) => inWords(wish) === inWords(asked))
    if (at < 0 || at === made.current.length - 1) made.current = []
  })
  return (change) => {
    const before = made.current.length > 0 ? made.current : [now.current]
    const wish = { ...(before.at(-1) ?? now.current), ...change }
    made.current = [...before, wish]
    return wish
  }
}

/** The same for wishes that lead to the same address. */
function inWords(wish: object): string {
  const said = Object.entries(wish).filter(([, value]) => value !== undefined && value !== '')
  return said
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&')
}
