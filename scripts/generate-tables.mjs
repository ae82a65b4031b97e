// Writes server/src/db/tables.ts from a migrated database: `DATABASE_URL=... node scripts/generate-tables.mjs`.
import { writeFile } from 'node:fs/promises'
import pg from 'pg'
import { tablesSource } from '../server/src/db/tables-source.ts'

const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
await client.connect()
await writeFile(new URL('../server/src/db/tables.ts', import.meta.url), await tablesSource(client))
await client.end()
