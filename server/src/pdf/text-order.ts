/** Which way a cluster is read: to the left, to the right, as a number, or like what stands around it. */
type Way = 'left' | 'right' | 'number' | 'neutral'

const TO_THE_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const LETTER = /[\p{L}\p{So}\p{Extended_Pictographic}]/u

function wayOf(cluster: string): Way {
  if (/\p{Nd}/u.test(cluster)) return 'number'
  if (!LETTER.test(cluster)) return 'neutral'
  return TO_THE_LEFT.test(cluster) ? 'left' : 'right'
}

/**
 * The levels of clusters within a line that is read to the right, after the Unicode algorithm without its explicit signs: 0 is
 * read to the right, 1 to the left, 2 is a number within what is read to the left.
 */
export function levelsOf(clusters: readonly string[]): number[] {
  const ways = clusters.map(wayOf)
  const levels: number[] = []
  let before: 'left' | 'right' = 'right'
  for (const way of ways) {
    if (way === 'left' || way === 'right') before = way
    levels.push(way === 'left' ? 1 : way === 'number' && before === 'left' ? 2 : 0)
  }
  for (const at of bracketsToTheLeft(clusters, levels, ways)) {
    ways[at] = 'left'
    levels[at] = 1
  }
  // What stands between two parts that are read to the left belongs to them.
  for (let at = 0; at < ways.length; at += 1) {
    if (ways[at] !== 'neutral') continue
    let end = at
    while (ways[end] === 'neutral') end += 1
    const isInside = at > 0 && (levels[at - 1] ?? 0) > 0 && (levels[end] ?? 0) > 0
    for (let one = at; one < end; one += 1) levels[one] = isInside ? 1 : 0
    at = end
  }
  return levels
}

const OPENING = '([{'
const CLOSING = ')]}'

/** Both brackets of a pair that stands behind, and around, nothing but what is read to the left. */
function bracketsToTheLeft(clusters: readonly string[], levels: readonly number[], ways: readonly Way[]) {
  const found: number[] = []
  const open: number[] = []
  clusters.forEach((cluster, end) => {
    if (OPENING.includes(cluster)) open.push(end)
    if (!CLOSING.includes(cluster)) return
    const start = open.pop()
    if (start === undefined || CLOSING.indexOf(cluster) !== OPENING.indexOf(clusters[start] ?? '')) return
    const before = ways.slice(0, start).findLast((way) => way === 'left' || way === 'right')
    const inside = ways.slice(start + 1, end)
    const isRead = levels.slice(start + 1, end).some((level) => level > 0)
    if (before === 'left' && isRead && !inside.includes('right')) found.push(start, end)
  })
  return found
}

const mirrored: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
}

/** A sign that points, as it is drawn in what is read to the left. */
export const mirror = (cluster: string, level: number): string =>
  level % 2 === 1 ? (mirrored[cluster] ?? cluster) : cluster

/** Parts of a line as they stand from left to right. */
export function inVisualOrder<Part extends { level: number }>(parts: readonly Part[]): Part[] {
  const ordered = [...parts]
  for (let level = Math.max(0, ...parts.map((part) => part.level)); level >= 1; level -= 1) {
    for (let at = 0; at < ordered.length; at += 1) {
      let end = at
      while ((ordered[end]?.level ?? 0) >= level) end += 1
      if (end > at) ordered.splice(at, end - at, ...ordered.slice(at, end).toReversed())
      at = Math.max(at, end)
    }
  }
  return ordered
}
