import pg from 'pg'
import { figures, type PartName } from './figures.ts'
import { fillDesk } from './fill-desk.ts'
import { fillListings } from './fill-listings.ts'
import { fillFleet } from './fill-market.ts'
import { fillProducts } from './fill-shop.ts'
import { processorTime } from './measure.ts'
import { measureDesk } from './measure-desk.ts'
import { measureMemory } from './measure-memory.ts'
import { measurePages } from './measure-pages.ts'
import { measurePalette } from './measure-palette.ts'
import { measurePrivate } from './measure-private.ts'
import { measureReports } from './measure-reports.ts'
import { measureSearch } from './measure-search.ts'
import { readConnection } from './read-connection.ts'
import { type Measured, type PartResults, RESULTS, resultsOf, saveResults, tableOf } from './results.ts'
import { TOKEN_SECRET, withMarket } from './running-market.ts'

const parts: Record<PartName, () => Promise<Measured>> = {
  pages: measurePages,
  private: measurePrivate,
  search: () => measureSearch({ name: 'search_100k', listings: 100_000, withDatabase: true }),
  'search-million': () => measureSearch({ name: 'search_million', listings: 1_000_000, withDatabase: false }),
  desk: measureBackOffice,
  memory: measureMemory,
}

/** Measures the parts that are named, or all; prints a table and replaces the results of these parts in the file. */
async function main(names: readonly string[]) {
  const all = Object.keys(figures) as PartName[]
  const unknown = names.filter((name) => !(name in parts))
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}, but ${all.join(', ')}.`)
  const results: PartResults[] = []
  for (const part of all.filter((name) => names.length === 0 || names.includes(name))) {
    const startedAt = performance.now()
    const before = processorTime()
    const measured = await parts[part]()
    const after = processorTime()
    const elapsedMs = performance.now() - startedAt
    const result = resultsOf(part, measured, {
      seconds: elapsedMs / 1000,
      usedByOthers: (after.machine - before.machine - (after.own - before.own)) / elapsedMs,
    })
    saveResults(result)
    results.push(result)
    process.stdout.write(
      `measured: ${part}, ${result.seconds} s; other programs used ${result.usedByOthers ?? '?'} processors\n`,
    )
  }
  process.stdout.write(`\n${tableOf(results)}\nThe same is in ${RESULTS}.\n`)
}

/** The lists, the search and the reports of staff at 100,000 bookings. */
function measureBackOffice(): Promise<Measured> {
  return withMarket({}, async ({ url, dataDir, pids }) => {
    const connection = await readConnection(dataDir)
    const client = new pg.Client(connection)
    await client.connect()
    await fillFleet(client)
    await fillProducts(client)
    await fillListings(client)
    await client.end()
    await fillDesk(connection)
    const desk = { url, connection, tokenSecret: TOKEN_SECRET }
    return {
      ...(await measureDesk({ ...desk, databasePids: () => pids().slice(1) })),
      ...(await measurePalette(desk)),
      ...(await measureReports(desk)),
    }
  })
}

await main(process.argv.slice(2))
