import { createHash, randomBytes } from 'node:crypto'

/** Marks our own scripts in one rendering; text of users in the page cannot contain it. */
export function newNonce(): string {
  return randomBytes(18).toString('base64url')
}

/**
 * Returns the hashes of the inline scripts that have the nonce, and the page without it. Pages are cached for many visitors,
 * so the policy uses hashes; an injected script has no nonce, gets no hash and is blocked.
 */
export function takeKnownScripts(html: string, nonce: string): { body: string; scriptHashes: string[] } {
  const mark = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const [, attributes = '', code = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
    if (attributes.includes(mark)) hashes.add(createHash('sha256').update(code).digest('base64'))
  return { body: html.replaceAll(mark, ''), scriptHashes: [...hashes] }
}

/** The hashes of all inline scripts of a document that holds nobody's words: the shell of an app, as it was built. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return [...new Set([...scripts].map(([, code = '']) => createHash('sha256').update(code).digest('base64')))]
}
