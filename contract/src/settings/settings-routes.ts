import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { SeenAt } from '../text.ts'
import { BusinessSettings } from './business-settings.ts'

const Settings = z.object({
  ...BusinessSettings.shape,
  /** Null while nothing was ever changed. */
  updatedAt: z.nullable(z.string()),
  updatedBy: z.nullable(z.string()),
})

/** How the business is set up. */
export const settingsRoutes = defineRoutes({
  'GET /api/admin/settings': {
    summary: 'How the business is set up, and who changed it last',
    access: 'staff',
    personalData: false,
    reply: z.object({ success: z.literal(true), data: Settings }),
    errors: [],
  },
  'POST /api/admin/settings': {
    summary: 'Change how the business is set up; it holds at once, everywhere',
    access: 'admin',
    fresh: true,
    body: z.object({
      ...BusinessSettings.shape,
      /** As it was when the admin looked; refused when somebody else changed it meanwhile. */
      updatedAt: z.nullable(SeenAt),
    }),
    reply: z.object({ success: z.literal(true), message: z.string(), data: Settings }),
    errors: ['changed_meanwhile'],
  },
})
