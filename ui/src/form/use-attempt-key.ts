import { useRef } from 'react'
import { newKey } from './new-key.ts'

/**
 * Keys of what is sent: the same wish carries one key until it is made. Another wish, or one after `done`, has another key.
 * A refusal does not end the key: it may follow an answer that was lost, and the server keeps only keys of what it made.
 */
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
