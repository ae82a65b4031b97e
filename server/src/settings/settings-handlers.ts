import { isDeepStrictEqual } from 'node:util'
import type { BusinessSettings } from '@twende/contract/settings/business-settings.ts'
import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { serve } from '../http/serve.ts'
import { readSettings, reportInvalidSettings, settingsWithAuthor } from './read-settings.ts'
import { saveSettings } from './settings-store.ts'

export function settingsHandlers(app: FastifyInstance, deps: AppDeps) {
  const present = async () => {
    const { settings, invalid, updatedAt, updatedBy } = await settingsWithAuthor(deps.db, deps.config)
    reportInvalidSettings(deps, invalid)
    return { ...settings, updatedAt, updatedBy }
  }
  serve(app, deps, 'GET /api/admin/settings', async () => ({ success: true, data: await present() }))
  serve(app, deps, 'POST /api/admin/settings', async ({ body, currentUser }) => {
    const { updatedAt, ...chosen } = body
    const choice = { chosen, updatedAt, accountId: currentUser.accountId, now: deps.clock.now() }
    await inTransaction(deps.db, async (tx) => {
      const changesTerms = !isDeepStrictEqual(termsIn(chosen), termsIn(await readSettings(tx, deps.config)))
      if (!(await saveSettings(tx, { ...choice, changesTerms }))) throw new AppError('changed_meanwhile')
    })
    deps.changeFeed.changed('content')
    return { success: true, message: m.answer_settings_saved(), data: await present() }
  })
}

/** The settings that the terms of use state. */
function termsIn(settings: BusinessSettings) {
  const { listingPlans, cancellation, rentalTerms, bookingHoldMinutes, orderHoldMinutes } = settings
  return { listingPlans, cancellation, rentalTerms, bookingHoldMinutes, orderHoldMinutes }
}
