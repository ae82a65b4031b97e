import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Adds each change to what the address asks for, and to the changes before it whose page is still loading: two
 * filters chosen in a hurry both count.
 */
export function useWish<Wish extends object>(asked: Wish): (change: object) => Wish {
  const { key } = useLocation()
  const now = useRef({ key, asked })
  const last = useRef<{ key: string; wish: Wish }>(undefined)
  useEffect(() => {
    now.current = { key, asked }
  })
  return (change) => {
    const { key, asked } = now.current
    const wish = { ...(last.current?.key === key ? last.current.wish : asked), ...change }
    last.current = { key, wish }
    return wish
  }
}
