import { readdir } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../http/app-error.ts'

/** Serves the files of a build, whose names hold a hash of their content. By one route: one for each file took 15 MiB. */
export async function serveAssets(
  app: FastifyInstance,
  { folder, prefix }: { folder: string; prefix: string },
): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  const files = new Set(names.map((name) => name.replaceAll('\\', '/')))
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: folder,
      serve: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    })
    scope.get<{ Params: { '*': string } }>(`${prefix}*`, (request, reply) => {
      const file = request.params['*']
      // Of an earlier build perhaps: never a page, which no script can import.
      if (!files.has(file)) throw new AppError('not_found')
      // Not returned: Fastify would wait for it once more.
      reply.sendFile(file)
    })
  })
}
