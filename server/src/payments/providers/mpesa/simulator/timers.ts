export type Timers = ReturnType<typeof createTimers>

/** Things to do later, all of which can be called off at once. */
export function createTimers() {
  const waiting = new Set<NodeJS.Timeout>()
  return {
    later: (milliseconds: number, act: () => void) => {
      const timer = setTimeout(() => {
        waiting.delete(timer)
        act()
      }, milliseconds)
      waiting.add(timer)
    },
    callOff: () => {
      for (const timer of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}
