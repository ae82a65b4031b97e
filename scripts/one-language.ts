import type { Plugin } from 'vite'

/**
 * Leaves the message functions of one language in the scripts for browsers. Paraglide's own functions choose the language at
 * every call and warn about a wrong one, which would cost a page several kilobytes.
 */
export function oneLanguage(locale: string): Plugin {
  let found = 0
  return {
    name: 'one-language',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      // Statements of the runtime for languages in cookies and in server-rendered state, which the site does not use.
      if (/[\\/]compiled[\\/]apart[\\/]runtime\.js$/.test(id)) {
        return {
          code: code
            .replace(/^\/\*\* @type \{any\} \*\/ \(globalThis\)\.__paraglide[^;]*;/gm, '')
            .replaceAll('= cookieName.replace(', '= /* @__PURE__ */ cookieName.replace(')
            .replaceAll('= new RegExp(', '= /* @__PURE__ */ new RegExp('),
          map: null,
        }
      }
      const key = /[\\/]compiled[\\/]apart[\\/]messages[\\/](\w+)\.js$/.exec(id)?.[1]
      if (!key || key === '_index') return null
      const names = [...code.matchAll(/^const (\w+) = .*=> LocalizedString\} \*\//gm)].map(([, name]) => name)
      const exported = /^export const (\w+) = [\s\S]*^\}\);?$/m.exec(code)
      if (!exported || !names.includes(`${locale}_${exported[1]}`)) {
        this.error(`The message module ${id} is not as Paraglide used to write it.`)
      }
      found += 1
      return {
        code: code.replace(exported[0], `export const ${exported[1]} = ${locale}_${exported[1]}`),
        map: null,
      }
    },
    buildEnd(error) {
      if (!error && found === 0)
        this.error('No message was found: scripts/one-language.ts looks in the wrong place.')
    },
  }
}
