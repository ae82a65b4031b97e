import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Parts of the router for what this site does not do; each would be fetched by every visitor. */
const unused = [
  // Watches over every loader, for those who ask for it.
  'router/instrumentation.js',
  // Finds routes while the visitor walks; here they all come with the first page.
  'dom/ssr/fog-of-war.js',
  // What is shown where the root has no error boundary; ours has one.
  'dom/ssr/errorBoundaries.js',
]
// Fetches a page's files ahead for links that ask for it; none of ours does.
const PREFETCH = 'function PrefetchPageLinks('
const router = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]/
const ICON_MAKER = 'createLucideIcon.mjs'

/**
 * Keeps out of the browser what packages bring without need: the router's unused parts, whose exports become functions
 * that answer nothing; its components that nobody draws, which bundlers keep because making one is a call; and most of
 * what draws an icon (`scripts/lean-icon.ts`).
 */
export function leanPackages(): Plugin {
  const wanted = new Set([...unused, PREFETCH, ICON_MAKER])
  return {
    name: 'lean-packages',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer) {
      if (!source.endsWith(`/${ICON_MAKER}`) || !importer?.includes('lucide-react')) return null
      wanted.delete(ICON_MAKER)
      return fileURLToPath(new URL('./lean-icon.ts', import.meta.url))
    },
    transform(code, id) {
      if (/[\\/]web[\\/]src[\\/]/.test(id) && /<(Nav)?Link\b[^>]*\sprefetch=/.test(code)) {
        this.error('A link asks for prefetch: let scripts/lean-packages.ts keep that part of the router.')
      }
      if (!router.test(id)) return null
      if (code.includes(`\n${PREFETCH}`)) wanted.delete(PREFETCH)
      const part = unused.find((name) => id.replaceAll('\\', '/').endsWith(`/lib/${name}`))
      if (part) wanted.delete(part)
      return { code: part ? emptied(code) : pure(code), map: null }
    },
    buildEnd(error) {
      if (!error && wanted.size > 0) this.error(`The packages have no ${[...wanted].join(', no ')} any more.`)
    },
  }
}

function emptied(code: string): string {
  const names = /^export \{ (.*) \};/m.exec(code)?.[1]?.split(', ') ?? []
  const exported = names.filter((name) => name !== 'RemixErrorBoundary').map((name) => `nothing as ${name}`)
  return `const nothing = () => null
export const RemixErrorBoundary = ({ children }) => children
export { ${exported.join(', ')} }`
}

function pure(code: string): string {
  return code
    .replace(PREFETCH, `${PREFETCH}) {}\nfunction PrefetchedBefore(`)
    .replace(/^\w+\.displayName = "\w+";$/gm, '')
    .replace(/= (React\$1\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1')
}
