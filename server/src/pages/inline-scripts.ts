import { createHash, randomBytes } from 'node:crypto'

/** Marks the scripts of one rendering as ours: nobody whose words are in the page can know it. */
export function newNonce(): string {
  return randomBytes(18).toString('base64url')
}

/**
 * The hashes of the inline scripts that carry the nonce, and the page without it. A page is cached for many visitors, so
 * the browser is told hashes; a script that somebody's words brought into the page carries no nonce and gets none.
 */
export function takeKnownScripts(html: string, nonce: string): { body: string; scriptHashes: string[] } {
  const mark = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const [, attributes = '', code = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
    if (attributes.includes(mark)) hashes.add(createHash('sha256').update(code).digest('base64'))
  return { body: html.replaceAll(mark, ''), scriptHashes: [...hashes] }
}
