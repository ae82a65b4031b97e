import type { Plugin } from 'vite'

const routeModules = /[\\/]react-router[\\/]dist[\\/]production[\\/].*[\\/]routeModules\.js$/
const RELOADS = 'console.error(`Error loading route module'
/** A page whose file cannot be fetched at all is told from one whose file is of an older build. */
const TELLS =
  "if (!await fetch(route.module).catch(() => false)) throw Object.assign(error, { code: 'unreachable' });"

const literalImport = /\bimport\(([`'"])(\.\/[^`'"]+\.js)\1\)/g

/**
 * Has the browser fetch a file of the build before it imports it. Chromium remembers for the life of a page that a module
 * could not be fetched, and every later import of it fails without a request; a fetch that failed can be made again. The
 * import then takes the file from the cache. `navigator.onLine` cannot say beforehand: it is true in a network that leads
 * nowhere.
 *
 * React Router loads the document again when the file of a page cannot be imported, which helps after a new build, and
 * without a network brings the browser's own page of errors. Here it throws in that case, so that the site says what is wrong.
 */
export function fetchBeforeImport(): Plugin {
  let tells = false
  return {
    name: 'fetch-before-import',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!routeModules.test(id) || !code.includes(RELOADS)) return null
      tells = true
      return { code: code.replace(RELOADS, `${TELLS}\n${RELOADS}`), map: null }
    },
    buildEnd(error) {
      if (!error && !tells) this.error('React Router loads the files of pages in another way now.')
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        let changed = 0
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue
          file.code = file.code.replace(literalImport, (whole, _quote, path) => {
            changed += 1
            return `fetch(new URL(\`${path}\`,import.meta.url)).then(e=>e.text()).then(()=>${whole})`
          })
        }
        if (changed === 0) this.error('No import was found that the browser makes later.')
      },
    },
  }
}
