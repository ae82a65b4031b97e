import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin, UserConfig } from 'vite'
import { expect, test } from 'vitest'
import adminConfig from '../admin/vite.config.ts'
import { fetchBeforeImport } from '../scripts/fetch-before-import.ts'
import { lateRouteModules } from '../scripts/late-route-modules.ts'
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
  const names = plugins.map((plugin) => plugin.name)
  expect(names).toContain('fetch-before-import')
  expect(names).toContain('late-route-modules')
})

test('a late import waits for a fetch of its file, which can be made again after it failed; others stay', () => {
  const late = 'const menu=()=>import(`./menu-sheet-a1.js`)'
  const early = 'import{m}from"./messages-b2.js"'
  expect(transform(late, early)).toEqual([
    'const menu=()=>fetch(new URL(`./menu-sheet-a1.js`,import.meta.url)).then(e=>e.text()).then(()=>import(`./menu-sheet-a1.js`))',
    early,
  ])
})

test('a page whose scripts cannot be fetched is out of reach without a network, and is loaded anew with one', async () => {
  const { transform: change } = lateRouteModules() as {
    transform: (code: string, id: string) => { code: string }
  }
  const id = resolve('node_modules/react-router/dist/production/lib/dom/ssr/routeModules.js')
  const { code } = change.call(
    { error: (message: string) => expect.unreachable(message) },
    await readFile(id, 'utf8'),
    id,
  )
  const went: string[] = []
  let isOnline = false
  const fetch = async () => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return { text: async () => '' }
  }
  const location = { reload: () => went.push('reloaded'), assign: (url: string) => went.push(url) }
  const body = code.replace(/export \{.*/, 'return loadRouteModule').replace(/import\(/, 'imports(')
  const imports = () => Promise.reject(new TypeError('not a module'))
  const load = new Function('fetch', 'location', 'imports', body)(fetch, location, imports)
  const page = await load({ id: 'shop', module: '/assets/shop.js' }, {})
  const out = { code: 'unreachable' }
  await expect(page.clientLoader({ request: { url: '/shop' } })).rejects.toEqual(out)
  await expect((async () => page.default())()).rejects.toEqual(out)
  expect(went).toEqual([])
  isOnline = true
  void page.clientLoader({ request: { url: '/shop' } })
  await expect.poll(() => went).toEqual(['/shop'])
  void load({ id: 'rent', module: '/assets/rent.js' }, {})
  await expect.poll(() => went).toEqual(['/shop', 'reloaded'])
})
