import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { pictureAddress } from '../media/present-picture.ts'
import { settingsWithAuthor } from '../settings/read-settings.ts'
import { findBanners, findCategories, findLocations, findServices } from './content-store.ts'

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
    const data = rows.map(({ id, name, description, picture_hash }) => ({
      _id: id,
      name,
      description,
      image: image(picture_hash),
    }))
    return { success: true, data }
  })
  serve(app, deps, 'GET /api/banner/list', async () => {
    const rows = await findBanners(db)
    return { success: true, data: rows.map((row) => ({ imageUrl3: image(row.picture_hash) })) }
  })
  serve(app, deps, 'GET /api/settings', async () => {
    const { settings, termsChangedAt } = await settingsWithAuthor(db, config)
    const { businessName, whatsappNumber, bookingHoldMinutes, listingPlans, cancellation } = settings
    const { number: businessNumber, type } = config.mpesa.business
    return {
      success: true,
      data: {
        businessName,
        whatsappNumber,
        publicUrl: config.publicUrl,
        demoPhone: config.mpesa.kind === 'simulator',
        mpesa: {
          businessName: settings.mpesaBusinessName,
          businessNumber,
          type,
          accountHint: settings.mpesaAccountHint,
        },
        bookingHoldMinutes,
        listingPlans,
        cancellation,
        termsChangedAt,
      },
    }
  })
}
