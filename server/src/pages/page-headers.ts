type PageSource = {
  /** SHA-256 of each of our inline scripts, in base64; a nonce cannot be used in a cached page. */
  scriptHashes: readonly string[]
  publicUrl: string
}

/** Security headers of a page. */
export function pageHeaders(page: PageSource, contentPolicy: 'on' | 'off'): Record<string, string> {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
  }
  if (contentPolicy === 'on') headers['content-security-policy'] = policy(page)
  return headers
}

function policy({ scriptHashes, publicUrl }: PageSource): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.map((hash) => `'sha256-${hash}'`).join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    // Pictures have absolute addresses, their placeholders are data URLs, and files just chosen are blobs.
    `img-src 'self' ${new URL(publicUrl).origin} data: blob:`,
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
