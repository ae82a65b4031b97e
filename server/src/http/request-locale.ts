import { AsyncLocalStorage } from 'node:async_hooks'
import { baseLocale, isLocale, type Locale, overwriteGetLocale } from '@twende/messages/runtime'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const current = new AsyncLocalStorage<Locale>()
overwriteGetLocale(() => current.getStore() ?? baseLocale)

/** Runs `work` with every message, date and number in this language. */
export function inLocale<Result>(locale: Locale, work: () => Result): Result {
  return current.run(locale, work)
}

/** Answers each request in the language that it names; English if it names none of ours. */
export function answerInLocaleOfRequest(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => {
    inLocaleOf(request, done)
  })
}

/** For what runs outside the request's own asynchronous context, as the parsers of bodies do. */
export function inLocaleOf<Result>({ headers }: Pick<FastifyRequest, 'headers'>, work: () => Result): Result {
  return inLocale(readAcceptLanguage(headers['accept-language']), work)
}

/** The first of our languages by preference (RFC 9110, section 12.5.4); English if there is none. */
export function readAcceptLanguage(header: string | undefined): Locale {
  if (!header) return baseLocale
  const preferred = header
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean)
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ language, quality }) => isLocale(language) && quality > 0)
    .sort((a, b) => b.quality - a.quality)[0]?.language
  return isLocale(preferred) ? preferred : baseLocale
}
