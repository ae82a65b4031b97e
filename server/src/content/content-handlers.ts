import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { pictureAddress } from '../media/present-picture.ts'
import { reportInvalidSettings, settingsWithAuthor } from '../settings/read-settings.ts'
import { answerMessage, readMessages } from './contact-messages.ts'
import {
  findBanners,
  findCategories,
  findLocations,
  findServices,
  findTranslatedNames,
} from './content-store.ts'
import { readTranslations } from './read-catalog.ts'
import { sendMessage } from './send-message.ts'

export function contentHandlers(app: FastifyInstance, deps: AppDeps) {
  const { db, config } = deps
  const image = (hash: string | null) => (hash === null ? '' : pictureAddress(config.publicUrl, hash))
  serve(app, deps, 'GET /api/category/list', async ({ query }) => {
    const rows = await findCategories(db, query.kind)
    const data = rows.map(({ id, name, kind, picture_hash }) => ({
      _id: id,
      name,
      kind,
      image: image(picture_hash),
    }))
    return { success: true, data }
  })
  serve(app, deps, 'GET /api/location/list', async () => {
    const rows = await findLocations(db)
    return { success: true, data: rows.map(({ id, name, town }) => ({ _id: id, name, town })) }
  })
  serve(app, deps, 'GET /api/service/list', async () => {
    const rows = await findServices(db)
    const data = rows.map(({ id, name, description, picture_hash, translations }) => ({
      _id: id,
      name,
      description,
      image: image(picture_hash),
      ...readTranslations({ translations }),
    }))
    return { success: true, data }
  })
  serve(app, deps, 'GET /api/catalog/names', async ({ query }) => ({
    success: true,
    data: await findTranslatedNames(db, query.locale),
  }))
  serve(app, deps, 'GET /api/banner/list', async () => {
    const rows = await findBanners(db)
    return { success: true, data: rows.map((row) => ({ imageUrl3: image(row.picture_hash) })) }
  })
  serve(app, deps, 'GET /api/settings', async () => {
    const { settings, invalid, termsChangedAt } = await settingsWithAuthor(db, config)
    reportInvalidSettings(deps, invalid)
    const { businessName, whatsappNumber, bookingHoldMinutes, orderHoldMinutes } = settings
    const { listingPlans, cancellation, rentalTerms } = settings
    const { number: businessNumber, type } = config.payments.receiver
    return {
      success: true,
      data: {
        businessName,
        whatsappNumber,
        publicUrl: config.publicUrl,
        demoPhone: config.payments.isSimulated,
        mpesa: {
          businessName: settings.mpesaBusinessName,
          businessNumber,
          type,
          accountHint: settings.mpesaAccountHint,
        },
        bookingHoldMinutes,
        orderHoldMinutes,
        listingPlans,
        cancellation,
        rentalTerms,
        termsChangedAt,
      },
    }
  })
}

export function messageHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/contact', async ({ body, currentUser }) => {
    await sendMessage(deps, body, currentUser)
    return { success: true, message: m.answer_form_submitted() }
  })
  serve(app, deps, 'GET /api/admin/messages', async ({ query }) => ({
    success: true,
    ...(await readMessages(deps, query)),
  }))
  serve(app, deps, 'POST /api/admin/message/:messageId/answered', async ({ params, body, currentUser }) => {
    const { accountId } = currentUser
    const data = await answerMessage(deps, { ...params, ...body, accountId })
    return {
      success: true,
      data,
      message: body.answered ? m.answer_message_answered() : m.answer_message_reopened(),
    }
  })
}
