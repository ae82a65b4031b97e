import type { OperationWarning } from '@twende/contract/today/today-routes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { isPrivateAddress } from '../../config/private-address.ts'
import type { TrustsProxy } from './trusted-proxies.ts'

type Deps = {
  config: Pick<Config, 'publicUrl' | 'host' | 'trustProxy'>
  logger: Logger
  warnings: Set<OperationWarning>
}

const FORWARDING_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'forwarded',
  'x-real-ip',
  'cf-connecting-ip',
]

/** Requests of which only the proxy's address is known, not the visitor's. */
const unknownVisitors = new WeakSet<FastifyRequest>()

/** Whether a request's network stands for many visitors, because its proxy is not trusted or sends no client address. */
export function comesFromUnknownVisitor(request: FastifyRequest): boolean {
  return unknownVisitors.has(request)
}

/**
 * Detects a proxy in front of the server that TRUST_PROXY does not name, and logs once what to set. The headers of such a
 * proxy are not trusted.
 */
export function watchProxies(app: FastifyInstance, trusts: TrustsProxy, { config, logger, warnings }: Deps) {
  const warn = (code: OperationWarning, sentence: string) => {
    if (warnings.has(code)) return
    warnings.add(code)
    logger.error({ code }, sentence)
  }
  const mustHaveProxy = needsProxy(config)
  if (mustHaveProxy && config.trustProxy === false) warn('proxy_not_trusted', NOT_TRUSTED)

  app.addHook('onRequest', (request, _reply, next) => {
    const peer = request.socket.remoteAddress ?? ''
    const isForwarded = FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined)
    const isTrusted = trusts(peer, 0)
    if (isPrivateAddress(peer)) {
      if (isForwarded && !isTrusted) warn('proxy_not_trusted', NOT_TRUSTED)
      const isProxy = isForwarded || mustHaveProxy || isTrusted
      if (isProxy && request.ip === peer) unknownVisitors.add(request)
    } else if (isForwarded && typeof config.trustProxy === 'number') {
      warn('public_proxy_not_named', NOT_NAMED)
    }
    next()
  })
}

/** Twende itself has no TLS, and a loopback port cannot be reached from other machines. */
function needsProxy({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:') return true
  return isLoopbackName(host) && !isLoopbackName(hostname)
}

function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127\./.test(host)
}

const NOT_TRUSTED =
  'A proxy stands in front of Twende, but TRUST_PROXY does not name it: all visitors look like one, and limits on requests hardly protect. Set TRUST_PROXY=loopback for a proxy on this machine, TRUST_PROXY=private for one in the same private network, or its address.'
const NOT_NAMED =
  'A request with forwarding headers came from a public address, and TRUST_PROXY is a count, which holds only for proxies at private addresses. If a proxy of yours has a public address, set TRUST_PROXY to its address or network; if not, a visitor wrote those headers and nothing needs to be done.'
