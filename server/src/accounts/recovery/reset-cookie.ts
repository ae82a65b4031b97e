import type { FastifyReply, FastifyRequest } from 'fastify'
import { RESET_WINDOW_SECONDS } from './verify-code.ts'

/**
 * The secret for the reset, in a cookie of the browser that proved the code: scripts cannot read it, other sites cannot
 * send it. Over https its name prevents a subdomain from setting it.
 */
export function resetCookies(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Host-reset' : 'reset'
  const write = (reply: FastifyReply, value: string, seconds: number) => {
    const rules = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
    reply.header('set-cookie', `${name}=${value}; ${rules}`)
  }
  return {
    give: (reply: FastifyReply, secret: string) => write(reply, secret, RESET_WINDOW_SECONDS),
    take: (reply: FastifyReply) => write(reply, '', 0),
    read: (request: FastifyRequest): string | undefined => cookieNamed(name, request.headers.cookie),
  }
}

export function cookieNamed(name: string, header: string | undefined): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || undefined
  }
  return undefined
}
