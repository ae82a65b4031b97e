import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const YEAR_SECONDS = 31_536_000

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  // Allows popups, because WhatsApp chats and payment pages open in one.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
} as const

/** API answers are data: opened as a page, they may not load or run anything. */
const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** The default for everything else; pages set a stricter policy of their own. */
const leastPolicy = "base-uri 'self'; object-src 'none'; frame-ancestors 'none'"

/** Sets the headers before any other hook, so that errors have them too; a handler may override them. */
export function securityHeaders(app: FastifyInstance, { publicUrl }: { publicUrl: string }) {
  app.addHook('onRequest', async (request, reply) => guardAnswer(request, reply, publicUrl))
}

/** Also for answers that Fastify gives before any hook, for example to a malformed address. */
export function guardAnswer(request: FastifyRequest, reply: FastifyReply, publicUrl: string) {
  reply.headers(everywhere)
  reply.header('content-security-policy', request.url.startsWith('/api/') ? apiPolicy : leastPolicy)
  // Pictures have absolute addresses and must also load when the page was opened under another host name.
  if (request.url.startsWith('/media/')) reply.header('cross-origin-resource-policy', 'cross-origin')
  // Such answers may contain tokens or codes.
  if (request.method !== 'GET' && request.method !== 'HEAD') reply.header('cache-control', 'no-store')
  if (publicUrl.startsWith('https:')) {
    reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}; includeSubDomains`)
  }
}

type PageSource = {
  /** SHA-256 of each of our inline scripts, in base64; a nonce cannot be used in a cached page. */
  scriptHashes: readonly string[]
  publicUrl: string
}

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
