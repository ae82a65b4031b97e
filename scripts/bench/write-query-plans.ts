import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import * as z from 'zod'
import { type Connection, openPool } from '../../server/src/db/database.ts'
import type { Tables } from '../../server/src/db/tables.ts'
import { findPublicListingPage } from '../../server/src/listings/market/public-listing-store.ts'
import { buySearches } from './buy-searches.ts'

const PLANS = 'docs/performance/buy-query-plans.md'

const PlanNode = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  get Plans() {
    return z.array(PlanNode).optional()
  },
})
type PlanNode = z.infer<typeof PlanNode>
const Explained = z.tuple([z.object({ Plan: PlanNode })])

export type Statement = { text: string; values: readonly unknown[] }

/** Runs each search as the product does, and writes down how PostgreSQL went about each of its statements. */
export async function writeQueryPlans(connection: Connection): Promise<void> {
  const pool = openPool(connection, { max: 2 })
  const said: Statement[] = []
  const log = ({ query }: { query: { sql: string; parameters: readonly unknown[] } }) =>
    void said.push({ text: query.sql, values: query.parameters })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log })
  const sections: string[] = []
  for (const { what, search } of buySearches) {
    said.length = 0
    const query = { filter: search, now: new Date(), limit: 12, offset: 12 * ((search.page ?? 1) - 1) }
    await findPublicListingPage(db, query)
    const rows: string[] = []
    for (const { text, scans, pages } of await explainStatements(pool, [...said])) {
      rows.push(`| ${stepOf(text)} | ${scans.join('<br>')} | ${pages} |`)
    }
    sections.push(
      `## ${what}\n\n\`${JSON.stringify(search)}\`\n\n| step | reads (rows) | pages |\n|---|---|---|\n${rows.join('\n')}`,
    )
  }
  await db.destroy()
  await mkdir(dirname(PLANS), { recursive: true })
  await writeFile(PLANS, `${heading}\n${sections.join('\n\n')}\n`)
}

const heading = `# How the Buy page finds its cars among 100,000

\`npm run bench\` fills a market, asks these searches, and writes this file anew. Read it in review: a step that reads more
than its page or its count needs has got worse. *Gather* takes up to 5,001 matches; if they are fewer, it has their
number and sorts them. Else there are "5,000+", and the page is *walked* along the index of its order. A page is 8 kB.
`

/** Runs these statements again; answers the tables and indexes that each read, and how many pages. */
export async function explainStatements(pool: pg.Pool, statements: readonly Statement[]) {
  const explained: { text: string; scans: string[]; pages: number }[] = []
  for (const { text, values } of statements) {
    const { rows } = await pool.query(`explain (analyze, buffers, timing off, format json) ${text}`, [
      ...values,
    ])
    const [{ Plan }] = Explained.parse(rows[0]['QUERY PLAN'])
    explained.push({ text, scans: scansOf(Plan), pages: pagesOf(Plan) })
  }
  return explained
}

/** Which of the statements it is: each is told by its first words. */
function stepOf(text: string): string {
  if (text.includes('as materialized')) return 'gather'
  if (text.includes('from listing_words')) return 'guess'
  if (text.trimStart().startsWith('select from')) return 'is any called so'
  return text.trimStart().startsWith('select "listings"') ? 'show' : 'walk'
}

/** The tables and indexes that were read, with how many rows came of each. */
function scansOf(node: PlanNode): string[] {
  const name = node['Index Name'] ?? node['Relation Name']
  const rows = Math.round(node['Actual Rows'] * node['Actual Loops'])
  const own = name ? [`${node['Node Type']} ${name} (${rows})`] : []
  return [...new Set([...own, ...(node.Plans ?? []).flatMap(scansOf)])]
}

function pagesOf(node: PlanNode): number {
  return node['Shared Hit Blocks'] + node['Shared Read Blocks']
}
