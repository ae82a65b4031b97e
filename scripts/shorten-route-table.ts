import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
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
      async handler({ dir = '' }, bundle) {
        const assets = join(client, 'assets')
        const wholeName = (await readdir(assets)).find((file) => /^manifest-.*\.js$/.test(file))
        if (!wholeName) return this.error('The route table was not found.')
        const text = await readFile(join(assets, wholeName), 'utf8')
        const table: Table = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
        // What a browser keeps for a year is named by what is in it, and not by the table that it was made of.
        const staffText = `Object.assign(window.__reactRouterManifest.routes,${JSON.stringify(lean(table, true))});`
        const backOffice = `back-office-${hashOf(staffText)}.js`
        const short = { ...table, backOffice: `/assets/${backOffice}`, routes: lean(table, false) }
        const publicText = `window.__reactRouterManifest=${JSON.stringify(short)};`
        const name = `manifest-${hashOf(publicText)}.js`
        const renamed = (said: string) => said.replaceAll(wholeName, name)
        const naming = Object.values(bundle).flatMap((part) =>
          part.type === 'chunk' && part.code.includes(wholeName) ? [part] : [],
        )
        if (naming.length === 0) return this.error('The server does not name the route table.')
        await rm(join(assets, wholeName))
        await Promise.all([
          writeFile(join(assets, backOffice), staffText),
          writeFile(join(assets, name), renamed(publicText)),
          writeFile(join(dirname(client), 'route-table.json'), renamed(JSON.stringify(table))),
          ...naming.map(({ fileName, code }) => writeFile(join(dir, fileName), renamed(code))),
        ])
      },
    },
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
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
