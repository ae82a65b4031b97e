import type { ReactNode } from 'react'

export type Question = {
  /** The question, word for word. */
  sentence: string
  more?: ReactNode
  yes?: string
  no?: string
  danger?: boolean
}
export type OpenQuestion = Question & { answer: (yes: boolean) => void }

let open: OpenQuestion | null = null
const listeners = new Set<() => void>()

function tell(next: OpenQuestion | null) {
  open = next
  for (const listener of listeners) listener()
}

/** Our own `confirm`: resolves with what the person chose; closing it any other way is a no. */
export function ask(question: Question): Promise<boolean> {
  open?.answer(false)
  return new Promise((resolve) => {
    tell({
      ...question,
      answer: (yes) => {
        tell(null)
        resolve(yes)
      },
    })
  })
}

export const questions = {
  current: () => open,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
