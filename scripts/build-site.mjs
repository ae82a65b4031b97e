import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { baseLocale, compileMessages, locales } from './compile-messages.mjs'
import { giveUp, inProject } from './project.mjs'
import { runNpm } from './run-program.mjs'

/**
 * Builds the public site: once for each language, so that browsers fetch the messages of one language only. The program and
 * the scripts of English are in `build/site`; the scripts of the other languages join them under the same addresses, and
 * `server/assets-<locale>.json` says which of them belong to a page.
 */
const client = inProject('build', 'site', 'client')

await compileMessages()
await build(baseLocale)
for (const locale of locales.filter((each) => each !== baseLocale)) {
  await build(locale)
  addScriptsOf(locale)
}
process.exit(0)

async function build(locale) {
  const args = ['exec', '--', 'react-router', 'build', ...process.argv.slice(2)]
  const code = await runNpm(args, { NODE_ENV: 'production', SITE_LOCALE: locale })
  if (code !== 0) giveUp('The build failed: see above.')
}

function addScriptsOf(locale) {
  const folder = inProject('build', `site-${locale}`)
  const assets = join(folder, 'client', 'assets')
  for (const file of readdirSync(assets)) {
    const target = join(client, 'assets', file)
    // Names hold a hash of the content: what has the same name is the same.
    if (!existsSync(target)) copyFileSync(join(assets, file), target)
  }
  const table = join('server', `assets-${locale}.json`)
  copyFileSync(join(folder, table), inProject('build', 'site', table))
  rmSync(folder, { recursive: true })
}
