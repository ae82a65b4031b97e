import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { projectPath } from '../config/folders.ts'
import { FIRST_ROUND, fileOf } from '../media/picture-variants.ts'
import type { PreparedPicture } from '../media/save-picture.ts'

const Prepared = z.record(
  z.string(),
  z.object({
    hash: z.string(),
    width: z.int(),
    height: z.int(),
    placeholder: z.string(),
    likeness: z.nullable(z.object({ fields: z.string(), code: z.string() })),
  }),
)

const pathOf = (file: string) => projectPath(`server/demo/pictures/${file}`)

/** What `npm run demo-pictures` wrote about each picture of the demo market, by its path in `server/demo/pictures`. */
export function readPreparedPictures(): z.output<typeof Prepared> {
  return Prepared.parse(JSON.parse(readFileSync(pathOf('pictures.json'), 'utf8')))
}

let known: z.output<typeof Prepared> | undefined

/** The file of a picture of the demo market: a WebP of at most 1200 pixels wide. */
export function masterOf(path: string): string {
  return pathOf(`${path}.webp`)
}

/** A picture of the demo market with everything that is made of a picture when it is saved. */
export async function readDemoPicture(path: string): Promise<PreparedPicture> {
  known ??= readPreparedPictures()
  const facts = known[path]
  if (!facts) throw new Error(`npm run demo-pictures has not prepared ${path}`)
  const { width, height, placeholder, likeness } = facts
  const variants = FIRST_ROUND.map(async (variant) => ({
    variant,
    bytes: await readFile(pathOf(`${path}.${fileOf(variant)}`)),
  }))
  return {
    master: { bytes: await readFile(masterOf(path)), width, height },
    placeholder,
    likeness: likeness && { fields: Buffer.from(likeness.fields, 'base64'), code: likeness.code },
    variants: await Promise.all(variants),
  }
}
