import type { Plugin } from 'vite'

/** Modules of React Router for what the site does not do; every visitor would fetch them. */
const unused = [
  // Observes loaders and navigations, for those who register a listener.
  'router/instrumentation.js',
  // Asks the server for routes during navigation; here the whole table comes with the first page.
  'dom/ssr/fog-of-war.js',
]
// Fetches a page's files ahead for links with `prefetch`; the site has none.
const PREFETCH = 'function PrefetchPageLinks('
const router = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]/

/**
 * Leaves these parts of React Router out of the site's bundle: the exports of the modules become functions that do
 * nothing. Without it the heaviest lists are over their limit by 2 kB (`npm run weights`).
 */
export function stripUnusedRouter(): Plugin {
  const missing = new Set([...unused, PREFETCH])
  return {
    name: 'strip-unused-router',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (/[\\/](web|ui)[\\/]src[\\/]/.test(id) && /<(Nav)?Link\b[^>]*\sprefetch=/.test(code)) {
        this.error(
          'A link asks for prefetch: scripts/strip-unused-router.ts removes that part of React Router.',
        )
      }
      if (!router.test(id)) return null
      const part = unused.find((name) => id.replaceAll('\\', '/').endsWith(`/lib/${name}`))
      if (part) {
        missing.delete(part)
        return { code: emptied(code), map: null }
      }
      if (!code.includes(`\n${PREFETCH}`)) return null
      missing.delete(PREFETCH)
      return { code: code.replace(PREFETCH, `${PREFETCH}) {}\nfunction PrefetchedBefore(`), map: null }
    },
    buildEnd(error) {
      if (!error && missing.size > 0)
        this.error(`React Router has no ${[...missing].join(', no ')} any more.`)
    },
  }
}

function emptied(code: string): string {
  const names = /^export \{ (.*) \};/m.exec(code)?.[1]?.split(', ') ?? []
  return `const nothing = () => null\nexport { ${names.map((name) => `nothing as ${name}`).join(', ')} }`
}
