import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const YEAR_SECONDS = 31_536_000

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  // Popups stay reachable: WhatsApp chats and pay pages open in one.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
} as const

/** An API answer is data: shown as a page it may load and do nothing. */
const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** The least for anything else; pages set their own, stricter one. */
const leastPolicy = "base-uri 'self'; object-src 'none'; frame-ancestors 'none'"

/** Sets the headers before anything else runs, so that errors carry them too; a handler may set its own over them. */
export function securityHeaders(app: FastifyInstance, { publicUrl }: { publicUrl: string }) {
  app.addHook('onRequest', async (request, reply) => guardAnswer(request, reply, publicUrl))
}

/** For answers that Fastify gives before any hook, such as to an address it cannot read. */
export function guardAnswer(request: FastifyRequest, reply: FastifyReply, publicUrl: string) {
  reply.headers(everywhere)
  reply.header('content-security-policy', request.url.startsWith('/api/') ? apiPolicy : leastPolicy)
  // Pictures have full addresses, so they must show where the page was opened under another name of this host.
  if (request.url.startsWith('/media/')) reply.header('cross-origin-resource-policy', 'cross-origin')
  // A token or a code in an answer is nobody's to keep.
  if (request.method !== 'GET' && request.method !== 'HEAD') reply.header('cache-control', 'no-store')
  if (publicUrl.startsWith('https:')) {
    reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}; includeSubDomains`)
  }
}
