import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { faultsOfCatalogues } from './check-catalogues.mjs'
import { giveUp, inProject } from './project.mjs'

const folder = inProject('messages')
const project = join(folder, 'project.inlang')
/** The languages of the product; English is the base. */
const settings = JSON.parse(readFileSync(join(project, 'settings.json'), 'utf8'))
export const { locales, baseLocale } = settings
const stamp = join(folder, 'compiled', '.compiled-from')

/** For programs and tests: all messages of a language in one module, so that little is loaded. */
const WHOLE = { outputStructure: 'locale-modules', folder: join(folder, 'compiled') }
/** For what browsers fetch: a module for each message, so that a page holds only its own. */
const APART = {
  outputStructure: 'message-modules',
  folder: join(folder, 'compiled', 'apart'),
  // Exactly this expression: the build of a language replaces it, and only then are the other languages left out. For
  // programs it would be almost half of the messages that they keep in memory.
  experimentalStaticLocale: '/** @type {any} */ (globalThis).__PARAGLIDE_STATIC_LOCALE__',
}

/** SQLite takes so many rows of a statement; one at a time, as the SDK imports a file, took twice as long as all the rest. */
const ROWS = 500

const options = {
  strategy: ['globalVariable', 'baseLocale'],
  isServer: 'import.meta.env?.SSR',
  disableAsyncLocalStorage: true,
}

/** Compiles the catalogues to message functions, unless those there were made from these very catalogues. */
export async function compileMessages() {
  const catalogues = Object.fromEntries(
    locales.map((locale) => [locale, JSON.parse(readFileSync(join(folder, `${locale}.json`), 'utf8'))]),
  )
  const state = createHash('sha256')
    .update(JSON.stringify([catalogues, options, WHOLE, APART]))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return
  const faults = faultsOfCatalogues(catalogues)
  if (faults.length > 0) giveUp(`The catalogues of messages are wrong:\n${faults.join('\n')}`)
  // Loaded only now, because mostly there is nothing to compile.
  const { compileProject } = await import('@inlang/paraglide-js')
  const loaded = await loadCatalogues()
  // Compiled beside the old ones and put in their place at the end: types and tests may compile at the same moment.
  const fresh = join(folder, `compiled-${process.pid}`)
  for (const { folder: outdir, ...structure } of [WHOLE, APART]) {
    const files = await compileProject({
      project: loaded,
      projectPath: project,
      compilerOptions: { ...options, ...structure },
    })
    for (const [name, text] of Object.entries(files)) {
      const path = join(fresh, relative(WHOLE.folder, outdir), name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  }
  await loaded.close()
  // A plugin or a catalogue that Paraglide does not find is no error to it.
  const index = readFileSync(join(fresh, 'messages', '_index.js'), 'utf8')
  const compiled = new Set([...index.matchAll(/^export const (\w+) =/gm)].map(([, key]) => key))
  const missing = Object.keys(catalogues[baseLocale]).filter((key) => !compiled.has(key))
  if (missing.length > 0) giveUp(`Paraglide left out ${missing.length} messages, ${missing[0]} among them.`)
  writeFileSync(join(fresh, '.compiled-from'), state)
  rmSync(WHOLE.folder, { recursive: true, force: true })
  try {
    renameSync(fresh, WHOLE.folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    // Another process put the same in place at this moment.
    if (!existsSync(stamp)) throw error
  }
}

/** The project of Paraglide with both catalogues in it: in memory, so that nothing is written beside the settings. */
async function loadCatalogues() {
  const { default: messageFormat } = await import('@inlang/plugin-message-format')
  const { loadProjectInMemory, newProject } = await import('@inlang/sdk')
  const files = locales.map((locale) => ({ locale, content: readFileSync(join(folder, `${locale}.json`)) }))
  const imported = await messageFormat.importFiles({ files, settings })
  const messages = imported.messages.map((message) => ({ ...message, id: randomUUID() }))
  const ids = new Map(messages.map(({ bundleId, locale, id }) => [`${locale} ${bundleId}`, id]))
  const variants = imported.variants.map(({ messageBundleId, messageLocale, ...variant }) => ({
    ...variant,
    messageId: ids.get(`${messageLocale} ${messageBundleId}`),
  }))
  // The plugin that the settings name has done its work by now.
  const blob = await newProject({ settings: { ...settings, modules: [] } })
  const loaded = await loadProjectInMemory({ blob })
  const tables = { bundle: imported.bundles, message: messages, variant: variants }
  await loaded.db.transaction().execute(async (tx) => {
    for (const [table, rows] of Object.entries(tables)) {
      for (let from = 0; from < rows.length; from += ROWS) {
        await tx
          .insertInto(table)
          .values(rows.slice(from, from + ROWS))
          .execute()
      }
    }
  })
  return loaded
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await compileMessages()
  process.exit(0)
}
