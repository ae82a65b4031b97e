import { posix } from 'node:path'
import { minifySync, type Plugin, type Rolldown } from 'vite'

/** Stands in the scripts of browsers for the language, until each script is written once for each language. */
const LANGUAGE = '__SITE_LANGUAGE__'
/** How scripts and the table of routes name a script. */
const scriptName = /(["'`]\/?)assets\/([^"'`/]+\.js)(?=["'`])/g

export type SiteLanguages = { locales: readonly string[]; baseLocale: string }

/** The folder of a language's scripts. */
export function folderOf(locale: string, { baseLocale }: SiteLanguages): string {
  return locale === baseLocale ? 'assets' : `assets/${locale}`
}

/** The text with the addresses of this language's scripts in place of those of the base language. */
export function withScriptsOf(locale: string, languages: SiteLanguages, text: string): string {
  const folder = folderOf(locale, languages)
  return text.replace(scriptName, (_, before, name) => `${before}${folder}/${name}`)
}

/**
 * Writes the scripts of browsers once for each language, so that a page fetches the words of one language only. They are built
 * once, with all languages in each message; here the language is fixed and the others fall out. Scripts of the same name
 * belong together: the name holds a hash of all languages, and imports are relative.
 */
export function siteLanguages(languages: SiteLanguages): Plugin {
  const { locales, baseLocale } = languages
  let found = 0
  return {
    name: 'site-languages',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    configEnvironment: (name) =>
      name === 'client'
        ? {
            // What cannot be said in one language is minified when the language is fixed.
            build: {
              minify: false,
              cssMinify: true,
              rolldownOptions: { output: { minifyInternalExports: true } },
            },
          }
        : undefined,
    load: {
      filter: { id: /[\\/]compiled[\\/]apart[\\/]runtime\.js$/ },
      handler: () => runtimeOf(languages),
    },
    transform: {
      order: 'pre',
      filter: { id: /[\\/]compiled[\\/]apart[\\/]messages[\\/](?!_index)\w+\.js$/ },
      handler(code, id) {
        const exported = /^export const (\w+) = [\s\S]*^\}\);?$/m.exec(code)
        const [whole = '', key] = exported ?? []
        const written = [...code.matchAll(/^const (\w+) = .*=> LocalizedString\} \*\//gm)].map(
          ([, name]) => name,
        )
        if (!exported || locales.some((locale) => !written.includes(`${locale}_${key}`)))
          this.error(`The message module ${id} is not as Paraglide used to write it.`)
        found += 1
        const others = locales.filter((locale) => locale !== baseLocale)
        const chosen = others.map((locale) => `${LANGUAGE} === '${locale}' ? ${locale}_${key} : `).join('')
        return { code: code.replace(whole, `export const ${key} = ${chosen}${baseLocale}_${key}`), map: null }
      },
    },
    buildEnd(error) {
      if (!error && found === 0)
        this.error('No message was found: scripts/site-languages.ts looks in the wrong place.')
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const target = this.environment.config.build.target || undefined
        for (const [name, file] of Object.entries(bundle)) {
          if (file.type !== 'chunk') continue
          const { code } = file
          for (const locale of locales) {
            const written = inLanguage(file, code, locale, target)
            if (locale === baseLocale) file.code = written
            else {
              const fileName = `${folderOf(locale, languages)}/${posix.basename(name)}`
              this.emitFile({ type: 'asset', fileName, source: withScriptsOf(locale, languages, written) })
            }
          }
        }
      },
    },
  }
}

/**
 * What the site needs of Paraglide's runtime where the language is fixed. The whole of it also reads cookies and patterns of
 * addresses, which would be a kilobyte of every page.
 */
function runtimeOf({ locales, baseLocale }: SiteLanguages): string {
  return `
    export const locales = ${JSON.stringify(locales)}
    export const baseLocale = ${JSON.stringify(baseLocale)}
    export const experimentalStaticLocale = undefined
    export const getLocale = () => ${LANGUAGE}
    export const overwriteGetLocale = () => {}
    export const isLocale = (value) => locales.includes(value)
    export function assertIsLocale(value) {
      if (isLocale(value)) return value
      throw new Error('Invalid locale: ' + value)
    }`
}

function inLanguage(
  { fileName }: Rolldown.OutputChunk,
  code: string,
  locale: string,
  target: string | string[] | undefined,
): string {
  const fixed = code.replaceAll(LANGUAGE, () => JSON.stringify(locale))
  const { code: written, errors } = minifySync(fileName, fixed, {
    module: true,
    compress: target === undefined ? true : { target },
    codegen: { removeWhitespace: true, legalComments: 'none' },
  })
  if (errors[0]) throw new Error(`${fileName} cannot be minified: ${errors[0].message}`)
  return written
}
