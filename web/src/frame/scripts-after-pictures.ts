/** After this time the scripts are loaded even if a picture is still on its way. */
const LATEST_START_MS = 3_000

/** Loads the scripts of the page once its first pictures and fonts are there, or earlier if somebody uses the page. */
const loader = `{
const start = () => {
  const scripts = document.getElementById('page-scripts')
  if (!scripts) return
  scripts.remove()
  document.body.append(scripts.content)
}
addEventListener('load', start)
addEventListener('pointerdown', start)
addEventListener('keydown', start)
setTimeout(start, ${LATEST_START_MS})
}`

/**
 * Puts the module script of a rendered page, and what the page preloads for it, into a template, where a browser loads
 * nothing. Over a slow connection the scripts would delay the first picture and the fonts, and the page can be read
 * without them. The scripts keep their text, so a policy by hashes still allows them.
 */
export function scriptsAfterPictures(html: string, nonce: string | undefined): string {
  const preloads = html.match(/<link rel="modulepreload"[^>]*>/g) ?? []
  const script = /<script(?=[^>]* type="module")[^>]*>[\s\S]*?<\/script>/.exec(html)?.[0]
  if (!script) return html
  const nonceAttribute = nonce ? ` nonce="${nonce}"` : ''
  const late = `<template id="page-scripts">${preloads.join('')}${script}</template><script${nonceAttribute}>${loader}</script>`
  return preloads.reduce((page, preload) => page.replace(preload, ''), html).replace(script, () => late)
}
