import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { serve } from '../../http/serve.ts'
import { takeForms } from '../../http/uploads/read-form.ts'
import { addCarDocument, attachScan, readCarDocuments, withdrawCarDocument } from './car-documents.ts'

export function carDocumentHandlers(app: FastifyInstance, deps: AppDeps) {
  app.register(async (scope) => {
    takeForms(scope)
    serve(
      scope,
      deps,
      'POST /api/admin/car/:carId/documents',
      async ({ params: { carId }, body, files, currentUser: by, idempotency }) => {
        await addCarDocument(deps, idempotency, { document: { ...body, carId }, by, files })
        return answer(deps, { carId, by }, m.answer_car_document_added())
      },
    )
    serve(
      scope,
      deps,
      'POST /api/admin/car-document/:documentId/scan',
      async ({ params: { documentId }, files, currentUser: by, idempotency }) => {
        const carId = await attachScan(deps, idempotency, { documentId, by, files })
        return answer(deps, { carId, by }, m.answer_car_document_scan_attached())
      },
    )
  })
  serve(app, deps, 'GET /api/admin/car/:carId/documents', async ({ params: { carId }, currentUser }) => ({
    success: true,
    data: await readCarDocuments(deps, { carId, accountId: currentUser.accountId }),
  }))
  serve(
    app,
    deps,
    'POST /api/admin/car-document/:documentId/withdraw',
    async ({ params: { documentId }, currentUser: by }) => {
      const carId = await withdrawCarDocument(deps, documentId)
      return answer(deps, { carId, by }, m.answer_car_document_withdrawn())
    },
  )
}

async function answer(
  deps: AppDeps,
  { carId, by: { accountId } }: { carId: string; by: CurrentUser },
  message: string,
) {
  deps.changeFeed.changed('cars')
  return { success: true as const, message, data: await readCarDocuments(deps, { carId, accountId }) }
}
