import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Leaves a `.br` and a `.gz` beside every script and sheet, so that the server only has to send them. */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir }) {
      if (!dir) return
      const files = await readdir(dir, { recursive: true })
      await Promise.all(
        files
          .filter((file) => /\.(js|css|svg|webmanifest)$/.test(file))
          .map((file) => compress(join(dir, file))),
      )
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
