import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { FastifyRequest } from 'fastify'
import { keyedHash, keyFor } from '../accounts/keyed-hash.ts'
import type { Caller } from '../http/caller.ts'
import { networkOf } from '../http/network-of.ts'

type Looking = { request: FastifyRequest; caller: Caller | undefined }

/** The same visitor on the same day, and no other day: a hash that leads back to nobody. */
export function visitorOf({ request, caller }: Looking, tokenSecret: string, now: Date): string {
  const who = caller?.accountId ?? `${networkOf(request.ip)} ${request.headers['user-agent'] ?? ''}`
  return keyedHash(keyFor(`visitors ${nairobiDay(now)}`, tokenSecret), who).slice(0, 22)
}

/** One voice: an account, or whoever shares a network. */
export function reporterOf({ request, caller }: Looking, tokenSecret: string): string {
  return keyedHash(keyFor('reporters', tokenSecret), caller?.accountId ?? networkOf(request.ip)).slice(0, 22)
}

/** Programs that look at every page are no visitors, nor is our own drawing of a page for everybody. */
export function isBot(request: FastifyRequest): boolean {
  const agent = request.headers['user-agent'] ?? ''
  return (
    request.method === 'HEAD' ||
    /bot|crawl|spider|preview|facebookexternalhit|whatsapp|curl|wget|lightmyrequest/i.test(agent)
  )
}
