import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'

// A program of its own, to be killed: owns the data folder and writes with eight connections, saying each id that
// was acknowledged, with the moments of its beginning and its end.
const [dataDir = '', archive] = process.argv.slice(2)
const quiet = { info() {}, warn() {}, error: (message: string) => say(`problem ${message}`) }
const postgres = await startEmbeddedPostgres({ dataDir, logger: quiet, archive })
await inDatabase(async (client) => {
  await client.query(
    'create table if not exists halves (id uuid not null, half int not null, primary key (id, half))',
  )
})
say(`up ${postgres.pid()}`)
await Promise.allSettled(Array.from({ length: 8 }, () => inDatabase(writeForever)))
setInterval(() => {}, 60_000)

async function writeForever(client: Client): Promise<void> {
  for (;;) {
    const id = randomUUID()
    const begun = Date.now()
    await client.query('begin')
    await client.query('insert into halves values ($1, 1)', [id])
    await client.query('insert into halves values ($1, 2)', [id])
    await client.query('commit')
    say(`acknowledged ${id} ${begun} ${Date.now()}`)
  }
}

async function inDatabase(work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ ...postgres.connection })
  // The server may be killed before us, which is no news.
  client.on('error', () => {})
  await client.connect()
  await work(client).finally(() => client.end())
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
