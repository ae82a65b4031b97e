export type Timers = ReturnType<typeof createTimers>

/** Things to do later, all of which can be called off at once. */
export function createTimers() {
  const waiting = new Map<NodeJS.Timeout, number>()
  return {
    later: (milliseconds: number, act: () => void) => {
      const timer = setTimeout(() => {
        waiting.delete(timer)
        act()
      }, milliseconds)
      waiting.set(timer, Date.now() + milliseconds)
    },
    /** Whether something is to be done within this time. */
    dueWithin: (milliseconds: number) => {
      const until = Date.now() + milliseconds
      return waiting.values().some((dueAt) => dueAt <= until)
    },
    callOff: () => {
      for (const timer of waiting.keys()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
