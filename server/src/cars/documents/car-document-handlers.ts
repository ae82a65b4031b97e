import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { addCarDocument, readCarDocuments, withdrawCarDocument } from './car-documents.ts'

export function carDocumentHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(
    app,
    deps,
    'POST /api/admin/car/:carId/documents',
    async ({ params: { carId }, body, currentUser, idempotency }) => {
      await addCarDocument(deps, idempotency, { ...body, carId, accountId: currentUser.accountId })
      return answer(deps, carId, m.answer_car_document_added())
    },
  )
  serve(app, deps, 'GET /api/admin/car/:carId/documents', async ({ params: { carId } }) => ({
    success: true,
    data: await readCarDocuments(deps, carId),
  }))
  serve(app, deps, 'POST /api/admin/car-document/:documentId/withdraw', async ({ params: { documentId } }) =>
    answer(deps, await withdrawCarDocument(deps, documentId), m.answer_car_document_withdrawn()),
  )
}

async function answer(deps: AppDeps, carId: string, message: string) {
  deps.changeFeed.changed('cars')
  return { success: true as const, message, data: await readCarDocuments(deps, carId) }
}
