import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { serve } from '../../http/serve.ts'
import { takeForms } from '../../http/uploads/read-form.ts'
import { addPhoto } from './add-photo.ts'
import { beginReport } from './begin-report.ts'
import { correctReading } from './correct-reading.ts'
import { readOwnReports, readReportBasis } from './read-reports.ts'

/** Reports of a car's condition; they are completed where the car is handed over and taken back. */
export function conditionHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/booking/:bookingId/condition', async ({ params, currentUser }) => ({
    success: true,
    data: await readOwnReports(deps, { ...params, accountId: currentUser.accountId }),
  }))
  serve(app, deps, 'GET /api/admin/booking/:bookingId/condition', async ({ params, currentUser }) => ({
    success: true,
    data: await readReportBasis(deps, { ...params, accountId: currentUser.accountId }),
  }))
  serve(
    app,
    deps,
    'POST /api/admin/booking/:bookingId/condition/:kind/start',
    async ({ params, body, currentUser }) => {
      await beginReport(deps, { ...params, ...body, accountId: currentUser.accountId })
      return { success: true, message: m.answer_condition_report_begun() }
    },
  )
  serve(
    app,
    deps,
    'POST /api/admin/booking/:bookingId/condition/:kind/reading',
    async ({ params, body, currentUser }) => {
      await correctReading(deps, { ...params, ...body, accountId: currentUser.accountId })
      return { success: true, message: m.answer_reading_corrected() }
    },
  )
  app.register(async (scope) => {
    takeForms(scope)
    photoHandler(scope, deps)
  })
}

function photoHandler(app: FastifyInstance, deps: AppDeps) {
  const name = 'POST /api/admin/booking/:bookingId/condition/:kind/photo'
  serve(app, deps, name, async ({ params, body, files, currentUser }) => {
    const bytes = files.get('photo')
    if (!bytes) throw new AppError('picture_unreadable')
    const repeats = await addPhoto(deps, { ...params, ...body, bytes, by: currentUser })
    return { success: true, message: m.answer_condition_photo_saved(), repeats }
  })
}
