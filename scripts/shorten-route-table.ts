import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

type Route = { id: string; imports?: string[] }
type Table = { version: string; routes: Record<string, Route> }

/**
 * Shortens the route table that every page fetches. The back office gets a table of its own, which its people fetch
 * (`web/src/frame/back-office.ts`); which files a page imports is read by the server alone. The whole table stays
 * beside the browser's folder, for check-weights.
 */
export function shortenRouteTable(): Plugin {
  let client = ''
  return {
    name: 'shorten-route-table',
    apply: 'build',
    // The route table is written with the server's files, before they are compressed.
    applyToEnvironment: (environment) => environment.name === 'ssr',
    configResolved(config) {
      client = config.environments.client?.build.outDir ?? ''
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const assets = join(client, 'assets')
        const name = (await readdir(assets)).find((file) => /^manifest-.*\.js$/.test(file))
        if (!name) return this.error('The route table was not found.')
        const text = await readFile(join(assets, name), 'utf8')
        const table: Table = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
        await writeFile(join(dirname(client), 'route-table.json'), JSON.stringify(table))
        const backOffice = `back-office-${table.version}.js`
        const short = { ...table, backOffice: `/assets/${backOffice}`, routes: lean(table, false) }
        await writeFile(join(assets, name), `window.__reactRouterManifest=${JSON.stringify(short)};`)
        await writeFile(
          join(assets, backOffice),
          `Object.assign(window.__reactRouterManifest.routes,${JSON.stringify(lean(table, true))});`,
        )
      },
    },
  }
}

function lean({ routes }: Table, backOffice: boolean): Record<string, object> {
  return Object.fromEntries(
    Object.values(routes)
      .filter(({ id }) => /^admin\b/.test(id) === backOffice)
      .map(({ imports, ...route }) => [route.id, withoutEmpty(route)]),
  )
}

/** What is not said is no. */
function withoutEmpty(route: object): object {
  return Object.fromEntries(
    Object.entries(route).filter(
      ([, value]) => value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  )
}
