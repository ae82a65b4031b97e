import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { sendRefusal } from '../http/error-handler.ts'
import { fileOf, VARIANTS } from './picture-variants.ts'

const variants = new Map(VARIANTS.map((variant) => [fileOf(variant), variant]))
const types = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/** Serves pictures under `/media/<hash>/<width>.<format>`; an address always means the same bytes. */
export function mediaHandlers(app: FastifyInstance, { pictures }: Pick<AppDeps, 'pictures'>) {
  app.get<{ Params: { hash: string; file: string } }>('/media/:hash/:file', async (request, reply) => {
    const { hash, file } = request.params
    const variant = variants.get(file)
    const bytes = variant && /^[0-9a-f]{64}$/.test(hash) ? await pictures.variant(hash, variant) : undefined
    reply.header('x-content-type-options', 'nosniff')
    if (!variant || !bytes)
      return sendRefusal(reply.header('cache-control', 'no-store'), new AppError('not_found'))
    const etag = `"${hash.slice(0, 16)}-${file}"`
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type(types[variant.format]).send(bytes)
  })
}
