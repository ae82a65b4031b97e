/** What was looked at last in this browser; `forgetDrafts` removes it when the session ends. */
type Kind = 'cars' | 'listings'

const MOST = 4
const keyOf = (kind: Kind) => `looked at ${kind}`

/** Ids, the newest first. */
export function recentLooks(kind: Kind): string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf(kind)) ?? '[]')
    return Array.isArray(saved) ? saved.filter((id) => typeof id === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

export function saveLook(kind: Kind, id: string) {
  try {
    const ids = [id, ...recentLooks(kind).filter((other) => other !== id)]
    localStorage.setItem(keyOf(kind), JSON.stringify(ids.slice(0, MOST)))
  } catch {
    // A full or forbidden store: then there is nothing to offer later.
  }
}
