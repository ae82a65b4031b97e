import { useState } from 'react'
import type { SellProblems } from './sell-rules.ts'

/** Complaints wait until a field was left, or until somebody wants to send the form. */
export function useProblems(problems: SellProblems) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  const shown: SellProblems = all
    ? problems
    : Object.fromEntries(Object.entries(problems).filter(([name]) => left.has(name)))
  return {
    shown,
    reveal: (name: string | null) => {
      if (name !== null && !left.has(name)) setLeft(new Set([...left, name]))
    },
    revealAll: () => setAll(true),
    hideAll: () => {
      setAll(false)
      setLeft(new Set())
    },
  }
}
