import { useRef } from 'react'
import { newKey } from './new-key.ts'

/** Keys of what is sent: the same wish pressed twice carries one key; another wish, or one after `done`, another. */
export function useAttemptKey() {
  const last = useRef({ wish: '', key: '' })
  return {
    keyOf: (wish: unknown): string => {
      const words = JSON.stringify(wish)
      if (last.current.wish !== words) last.current = { wish: words, key: newKey() }
      return last.current.key
    },
    done: () => {
      last.current = { wish: '', key: '' }
    },
  }
}
