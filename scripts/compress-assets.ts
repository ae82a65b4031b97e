import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Leaves a `.br` and a `.gz` beside every script and sheet, so that the server only has to send them. */
export function compressAssets(): Plugin {
  let folder = ''
  return {
    name: 'compress-assets',
    apply: 'build',
    // The last files of the browser (its route manifest) are written with the server's.
    applyToEnvironment: (environment) => environment.name === 'ssr',
    configResolved(config) {
      folder = resolve(config.root, config.environments.client?.build.outDir ?? '')
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const names = await readdir(folder, { recursive: true })
        const files = await Promise.all(
          names
            .filter((name) => /\.(js|css|svg|webmanifest)$/.test(name))
            .map(async (name) => ({ path: join(folder, name), bytes: await readFile(join(folder, name)) })),
        )
        // A script without words is the same in each language.
        const same = Map.groupBy(files, ({ bytes }) => createHash('sha256').update(bytes).digest('hex'))
        await Promise.all(same.values().map(compress))
      },
    },
  }
}

async function compress(files: readonly { path: string; bytes: Buffer }[]) {
  const [{ bytes } = { bytes: Buffer.of() }] = files
  const best = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }
  const [br, gz] = await Promise.all([brotli(bytes, best), zip(bytes, { level: 9 })])
  for (const { path } of files) await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
