type Kind = 'success' | 'error' | 'info' | 'warning'
export type Message = { kind: Kind; text: string; seconds: number; id?: string; undo?: () => void }
type Shower = (message: Message) => void

let show: Shower | null = null
let wanted = false
const waiting: Message[] = []
const listeners = new Set<() => void>()

function say(kind: Kind, text: string, seconds: number, id?: string) {
  post({ kind, text, seconds, ...(id ? { id } : {}) })
}

function post(message: Message) {
  if (show) return show(message)
  waiting.push(message)
  wanted = true
  for (const listener of listeners) listener()
}

/** Short messages that leave by themselves. The same `id` replaces the message shown before. */
export const toast = {
  success: (text: string, id?: string) => say('success', text, 6, id),
  error: (text: string, id?: string) => say('error', text, 9, id),
  info: (text: string, id?: string) => say('info', text, 6, id),
  warning: (text: string, id?: string) => say('warning', text, 9, id),
  /** Says that something is done, with a button that takes it back. */
  undoable: (text: string, undo: () => void) => post({ kind: 'success', text, seconds: 10, undo }),
}

/** Our own `alert`: stays long enough to be read twice, and can be closed. */
export function alertPerson(text: string, kind: Kind = 'info') {
  say(kind, text, 15)
}

/** How the host on the page learns that there is something to say. */
export const toastQueue = {
  wanted: () => wanted,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  serve(shower: Shower) {
    show = shower
    for (const message of waiting.splice(0)) shower(message)
    return () => {
      show = null
    }
  },
}
