import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from './project.mjs'

// What a public page's first load may weigh, compressed with brotli, in bytes.
const BUDGET = 120_000
const FORM_BUDGET = 136_000
const FORM_PAGES =
  /(^|\/)(book|purchase|sell|place-order|contact|account|verify|recover-password|addendum)-page$/
// Each is whole and is sent inside the page; the customer's own pages have the second one in place of the first.
const SHEET_BUDGETS = { site: 10_000, 'own-pages': 12_000 }
const FEWEST_PAGES = 25

/** Weighs what every public page fetches first: `node scripts/check-weights.mjs [folder]`. */
const client = process.argv[2] ?? inProject('build', 'site', 'client')
const assets = join(client, 'assets')
// One for each language.
const manifests = readManifests()
const pages = manifests.flatMap((manifest) =>
  Object.values(manifest.routes)
    .filter(({ id }) => id !== 'root')
    .map((route) => ({ route, manifest })),
)
const wrong = []

const rows = pages.map(({ route, manifest }) => look(route, manifest)).sort((a, b) => b.bytes - a.bytes)
for (const { id, bytes } of rows) {
  const over = bytes > budgetOf(id) ? '  TOO HEAVY' : ''
  console.log(`${String(bytes).padStart(8)} of ${budgetOf(id)} ${id}${over}`)
}
if (pages.length < FEWEST_PAGES * manifests.length)
  wrong.push(`Only ${pages.length} pages were found in the route table.`)
for (const [name, budget] of Object.entries(SHEET_BUDGETS)) lookAtSheet(name, budget)
lookForAdmin()
for (const sentence of wrong) console.error(sentence)
console.log(`${pages.length} pages weighed, ${wrong.length} faults`)
process.exitCode = wrong.length === 0 ? 0 : 1

function look(route, manifest) {
  const files = firstLoad(route, manifest)
  const bytes = [...files].reduce((sum, file) => sum + weightOf(file), 0)
  const budget = budgetOf(route.id)
  if (bytes > budget) wrong.push(`${route.id} is ${bytes - budget} bytes over the budget.`)
  for (const file of files) {
    // The mark that every schema object carries.
    if (/\b_zod\b/.test(textOf(file))) wrong.push(`${route.id} fetches zod, in ${file}.`)
  }
  return { id: route.id, bytes }
}

/** A page whose purpose is a form also needs the code that checks it. */
function budgetOf(id) {
  return FORM_PAGES.test(id) ? FORM_BUDGET : BUDGET
}

/** All scripts that a page needs before it is alive, the route table among them. */
function firstLoad(route, manifest) {
  const files = new Set([manifest.url, manifest.entry.module, ...manifest.entry.imports])
  for (let at = route; at; at = manifest.routes[at.parentId]) {
    for (const file of [at.module, at.clientLoaderModule, ...(at.imports ?? [])]) if (file) files.add(file)
  }
  return files
}

function lookAtSheet(name, budget) {
  const sheet = readdirSync(assets).find((file) => file.startsWith(`${name}-`) && file.endsWith('.css'))
  if (!sheet) return wrong.push(`The style sheet ${name}.css was not found.`)
  const bytes = weightOf(`/assets/${sheet}`)
  console.log(`${String(bytes).padStart(8)} of ${String(budget).padEnd(8)} ${sheet}`)
  if (bytes > budget) wrong.push(`The style sheet ${name}.css is ${bytes - budget} bytes over its limit.`)
}

/** No file of the site may hold code of the admin app, which names routes of staff. */
function lookForAdmin() {
  const files = readdirSync(client, { recursive: true }).filter((file) => /\.(js|css|html)$/.test(file))
  if (files.length < 100) wrong.push(`Only ${files.length} files of the site were found.`)
  for (const file of files) {
    if (/\/api\/admin\b/.test(textOf(file))) wrong.push(`${file} holds code of the admin app.`)
  }
}

/** The route tables as the server reads them; those of browsers do not say what a page imports. */
function readManifests() {
  const server = join(client, '..', 'server')
  const names = existsSync(server) ? readdirSync(server).filter((file) => /^assets-.*\.json$/.test(file)) : []
  if (names.length === 0) throw new Error('There is no build to weigh.')
  return names.map((name) => JSON.parse(readFileSync(join(server, name), 'utf8')))
}

/** The build left a compressed file beside each, which is what browsers are sent. */
function weightOf(file) {
  return statSync(join(client, `${file}.br`)).size
}

function textOf(file) {
  return readFileSync(join(client, file), 'utf8')
}
