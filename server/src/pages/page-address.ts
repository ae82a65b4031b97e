/** A page's address on this site, whatever host was written before its path: `//elsewhere/x`, `http://elsewhere/x`. */
export function pageAddress(url: string, publicUrl: string): URL {
  const path = url.replace(/^https?:\/\/[^/?]*/i, '').replace(/^[/\\]+/, '')
  return new URL(`/${path}`, publicUrl)
}
