import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Id } from '../text.ts'

/** What a private file shows, whether it may be a PDF, and whether a photo with almost no detail is refused. */
export const PRIVATE_FILE_KINDS = {
  licence_front: { pdf: false, detail: true },
  licence_back: { pdf: false, detail: true },
  identity_front: { pdf: false, detail: true },
  identity_back: { pdf: false, detail: true },
  vehicle_paper: { pdf: true, detail: true },
  condition_photo: { pdf: false, detail: true },
  damage_photo: { pdf: false, detail: false },
  kept_deposit_photo: { pdf: false, detail: false },
  fine_paper: { pdf: false, detail: true },
  signature: { pdf: false, detail: false },
  agreement: { pdf: true, detail: false },
} as const

export type PrivateFileKind = keyof typeof PRIVATE_FILE_KINDS

/** How long a link to a private file is valid. */
export const PRIVATE_LINK_SECONDS = 300

/** A private file as a page gets it: links that only this account can open, for five minutes. */
export const PrivateFile = z.object({
  _id: z.string(),
  kind: z.string(),
  mediaType: z.enum(['image/webp', 'application/pdf']),
  link: z.string(),
  /** A small variant of an image; null for a PDF. */
  thumbnailLink: z.nullable(z.string()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
})
export type PrivateFile = z.output<typeof PrivateFile>

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
