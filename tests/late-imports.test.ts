import type { Plugin, UserConfig } from 'vite'
import { expect, test } from 'vitest'
import adminConfig from '../admin/vite.config.ts'
import { fetchBeforeImport } from '../scripts/fetch-before-import.ts'
import siteConfig from '../vite.config.ts'

type Chunk = { type: 'chunk'; code: string }

/** What the plugin makes of the files of a build. */
function transform(...codes: string[]): string[] {
  const bundle = Object.fromEntries(codes.map((code, at) => [String(at), { type: 'chunk', code }]))
  const { generateBundle } = fetchBeforeImport() as { generateBundle?: unknown }
  const { handler } = generateBundle as { handler: (options: object, bundle: object) => void }
  handler.call({ error: (message: string) => expect.unreachable(message) } as never, {}, bundle)
  return Object.values(bundle as Record<string, Chunk>).map(({ code }) => code)
}

test.each([
  ['site', siteConfig],
  ['admin app', adminConfig],
])('the build of the %s has the browser fetch a file before it imports it late', async (_, config) => {
  const built = (config as (env: object) => UserConfig)({ command: 'build', mode: 'production' })
  const plugins = (await Promise.all((built.plugins ?? []).flat(2))) as Plugin[]
  expect(plugins.map((plugin) => plugin.name)).toContain('fetch-before-import')
})

test('a late import waits for a fetch of its file, which can be made again after it failed; others stay', () => {
  const late = 'const menu=()=>import(`./menu-sheet-a1.js`)'
  const early = 'import{m}from"./messages-b2.js"'
  expect(transform(late, early)).toEqual([
    'const menu=()=>fetch(new URL(`./menu-sheet-a1.js`,import.meta.url)).then(e=>e.text()).then(()=>import(`./menu-sheet-a1.js`))',
    early,
  ])
})
