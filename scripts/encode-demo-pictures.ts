// Prepares the pictures of the demo market: `npm run demo-pictures`, after one in `server/demo/pictures` was added or changed.
// Writes the sizes that lists show beside each picture, and into `pictures.json` what else is known of it.
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  encodePlaceholder,
  encodeVariant,
  measure,
  readLikeness,
} from '../server/src/media/encode-picture.ts'
import { FIRST_ROUND, fileOf } from '../server/src/media/picture-variants.ts'
import { inProject } from './project.mjs'

const folder = inProject('server', 'demo', 'pictures')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) =>
  path.replaceAll('\\', '/'),
)

for (const path of files.filter((path) => path.endsWith('.avif'))) await rm(join(folder, path))

const prepared: Record<string, object> = {}
for (const file of files.filter((path) => path.endsWith('.webp')).toSorted()) {
  const path = file.replace(/\.webp$/, '')
  const master = await readFile(join(folder, file))
  const likeness = await readLikeness(master)
  prepared[path] = {
    hash: createHash('sha256').update(master).digest('hex'),
    ...(await measure(master)),
    placeholder: await encodePlaceholder(master),
    likeness: likeness && { fields: likeness.fields.toString('base64'), code: likeness.code },
  }
  for (const variant of FIRST_ROUND) {
    const { width, format } = variant
    await writeFile(join(folder, `${path}.${fileOf(variant)}`), await encodeVariant(master, width, format))
  }
}
await writeFile(join(folder, 'pictures.json'), `${JSON.stringify(prepared, null, 1)}\n`)
