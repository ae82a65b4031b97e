import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Id } from '../text.ts'

export const privateFileRoutes = defineRoutes({
  'GET /api/private-file/:fileId': {
    summary: 'A private file, at a link that the same account was given less than five minutes ago',
    access: 'user',
    personalData: true,
    params: z.object({ fileId: Id }),
    query: z.object({
      variant: z.enum(['full', 'small']),
      expires: z.string().check(z.regex(/^\d{1,16}$/)),
      signature: z.string().check(z.maxLength(100)),
    }),
    // The bytes of the file are sent instead.
    reply: z.string(),
    errors: ['private_file_link_over'],
    limits: [{ per: 'user', max: 3000, seconds: 3600 }],
  },
})
