import type { FastifyInstance } from 'fastify'
import { requireSameRightsSince } from '../accounts/admin/account-actions.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { serve } from '../http/serve.ts'
import { checkPrivateFileLink, readPrivateFile } from './private-files.ts'

const NAME = 'GET /api/private-file/:fileId'

export function privateFileHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, NAME, async ({ params, query, currentUser, request, reply }) => {
    const { fileId } = params
    const { accountId } = currentUser
    const givenAt = checkPrivateFileLink(deps, { ...query, fileId, accountId })
    await requireSameRightsSince(deps, accountId, givenAt)
    const found = await readPrivateFile(deps, fileId, query.variant)
    if (!found) throw new AppError('not_found')
    const { kind, media_type } = found.file
    // Recorded before anything is sent.
    await deps.recordAccess({
      route: NAME,
      currentUser,
      params,
      query: { kind, variant: query.variant },
      rowCount: 1,
      requestId: request.id,
    })
    const isPdf = media_type === 'application/pdf'
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      .header('content-disposition', isPdf ? `attachment; filename="${kind}.pdf"` : 'inline')
      .type(media_type)
      .send(found.bytes)
  })
}
