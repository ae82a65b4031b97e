/**
 * Cuts a message at its marks, for sentences with links or bold words in them: `Read our <terms>terms</terms>.` becomes
 * `['Read our ', { mark: 'terms', text: 'terms' }, '.']`. Marks do not nest.
 */
export function sentenceParts(message: string): (string | { mark: string; text: string })[] {
  const parts: (string | { mark: string; text: string })[] = []
  let end = 0
  for (const found of message.matchAll(/<(\w+)>(.*?)<\/\1>/g)) {
    const [whole, mark = '', text = ''] = found
    if (found.index > end) parts.push(message.slice(end, found.index))
    parts.push({ mark, text })
    end = found.index + whole.length
  }
  if (end < message.length) parts.push(message.slice(end))
  return parts
}
