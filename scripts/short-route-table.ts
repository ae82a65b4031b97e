import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { folderOf, type SiteLanguages, withScriptsOf } from './site-languages.ts'

/**
 * Writes the browsers' route table once for each language, without the files that each page imports, which are two kilobytes of
 * every page. The server, which tells browsers to fetch them with the page, reads the whole table; it is written to
 * `assets-<locale>.json` beside the program. Browsers would only need the names to fetch pages ahead of a click
 * (`<Link prefetch>`), which no page asks for.
 */
export function shortRouteTable(languages: SiteLanguages): Plugin {
  let client = ''
  let server = ''
  return {
    name: 'short-route-table',
    apply: 'build',
    // The route table of browsers is written with the server's files.
    applyToEnvironment: (environment) => environment.name === 'ssr',
    configResolved(config) {
      client = resolve(config.root, config.environments.client?.build.outDir ?? '')
      server = resolve(config.root, config.environments.ssr?.build.outDir ?? '')
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const name = (await readdir(join(client, 'assets'))).find((file) => /^manifest-.*\.js$/.test(file))
        if (!name) return this.error('The build has no table of routes.')
        const text = await readFile(join(client, 'assets', name), 'utf8')
        for (const locale of languages.locales) {
          const said = withScriptsOf(locale, languages, text)
          const table = said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)
          const shorter = withoutImports(table)
          await writeFile(join(server, `assets-${locale}.json`), table)
          await writeFile(
            join(client, folderOf(locale, languages), name),
            said.replace(table, () => shorter),
          )
        }
      },
    },
  }
}

/** The table without `imports`; an error where React Router no longer writes it, because it would then be somewhere else. */
export function withoutImports(table: string): string {
  const whole: unknown = JSON.parse(table)
  if (!isObject(whole) || !isObject(whole.routes)) throw new Error('The build has another table of routes.')
  const routes = Object.entries(whole.routes).map(([id, route]) => {
    if (!isObject(route) || !Array.isArray(route.imports))
      throw new Error(`The table of routes has no list of imports for ${id}.`)
    return [id, { ...route, imports: undefined }]
  })
  return JSON.stringify({ ...whole, routes: Object.fromEntries(routes) })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
