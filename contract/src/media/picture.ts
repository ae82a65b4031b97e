import * as z from 'zod/mini'

export const PICTURE_WIDTHS = [320, 640, 1200] as const
export const PICTURE_FORMATS = ['avif', 'webp', 'jpg'] as const

/** One stored picture: `address` is its 1200 px JPEG, `placeholder` a tiny blurred data URL for its background. */
export const Picture = z.object({
  address: z.string(),
  width: z.int(),
  height: z.int(),
  placeholder: z.string(),
})
export type Picture = z.output<typeof Picture>
