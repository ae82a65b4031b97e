import type { Plugin } from 'vite'

const literalImport = /\bimport\(([`'"])(\.\/[^`'"]+\.js)\1\)/g

/**
 * Has the browser fetch a file of the build before it imports it. Chromium remembers for the life of a page that a module
 * could not be fetched, and every later import of it fails without a request; a fetch that failed can be made again. The
 * import then takes the file from the cache. `navigator.onLine` cannot say beforehand: it is true in a network that leads
 * nowhere.
 */
export function fetchBeforeImport(): Plugin {
  return {
    name: 'fetch-before-import',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
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
