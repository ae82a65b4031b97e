import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '@twende/admin/routes.ts'
import type { Look } from './page-checks.ts'

/** Every page of the back office, as the route table has it: a new one is missed until a journey looks it over. */
export async function adminPages(): Promise<string[]> {
  const admin = (await routes).find(({ path }) => path === 'admin')
  return admin ? [...new Set(pagesUnder('/admin', admin.children ?? []))] : []
}

function pagesUnder(base: string, entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, children }) => {
    const whole = path ? `${base}/${path}` : base
    if (path === '*') return []
    return children ? pagesUnder(whole, children) : [whole]
  })
}

/** Which of these pages were looked at; `/admin/fleet/new` is itself and not a car. */
export function seenOf(pages: readonly string[], seen: readonly Look[]): string[] {
  const nearest = (path: string) =>
    pages
      .filter((page) => new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}$`).test(path))
      .toSorted((one, other) => one.split(':').length - other.split(':').length)[0]
  return [...new Set(seen.flatMap(({ path }) => nearest(path) ?? []))]
}
