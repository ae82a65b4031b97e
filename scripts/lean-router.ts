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
const router = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]/

/**
 * Keeps out of the browser what React Router brings without need: its unused parts, whose exports become functions
 * that answer nothing, and the components that nobody draws, which bundlers keep because making one is a call.
 */
export function leanRouter(): Plugin {
  const met = new Set<string>()
  return {
    name: 'lean-router',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!router.test(id)) return null
      const part = unused.find((name) => id.replaceAll('\\', '/').endsWith(`/lib/${name}`))
      if (part) met.add(part)
      return { code: part ? emptied(code) : pure(code), map: null }
    },
    buildEnd(error) {
      const missing = unused.filter((part) => !met.has(part))
      if (!error && missing.length > 0) this.error(`React Router has no ${missing.join(' and ')} any more.`)
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
    .replace(/^\w+\.displayName = "\w+";$/gm, '')
    .replace(/= (React\$1\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1')
}
