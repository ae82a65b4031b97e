import { createHash } from 'node:crypto'

/** Security headers of a page. Its inline scripts are allowed by hash: a nonce could not be cached. */
export function pageHeaders(html: Buffer, contentPolicy: 'on' | 'off'): Record<string, string> {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
  }
  if (contentPolicy === 'on')
    headers['content-security-policy'] = policy(inlineScriptHashes(html.toString('utf8')))
  return headers
}

function policy(scriptHashes: string[]): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.map((hash) => `'sha256-${hash}'`).join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https: http:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  const hashes = [...scripts].map(([, code = '']) => createHash('sha256').update(code).digest('base64'))
  return [...new Set(hashes)]
}
