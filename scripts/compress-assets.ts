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
        const files = await readdir(folder, { recursive: true })
        await Promise.all(
          files
            .filter((file) => /\.(js|css|svg|webmanifest)$/.test(file))
            .map((file) => compress(join(folder, file))),
        )
      },
    },
  }
}

async function compress(path: string) {
  const bytes = await readFile(path)
  const best = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }
  await Promise.all([
    writeFile(`${path}.br`, await brotli(bytes, best)),
    writeFile(`${path}.gz`, await zip(bytes, { level: 9 })),
  ])
}
