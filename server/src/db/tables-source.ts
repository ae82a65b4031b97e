import { sql } from 'kysely'
import type { Db } from './database.ts'

type Column = {
  table_name: string
  column_name: string
  udt_name: string
  is_nullable: string
  has_default: boolean
}

const typeOf: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  _int4: 'number[]',
  _text: 'string[]',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  bool: 'boolean',
  bytea: 'Buffer',
  bit: 'string',
  date: 'string',
  timestamptz: 'Date',
  jsonb: 'unknown',
  tstzrange: 'string',
  tstzmultirange: 'string',
  xid8: 'string',
}

/** TypeScript types of all tables of the migrated database, as the text of `tables.ts`. */
export async function tablesSource(db: Db): Promise<string> {
  const { rows } = await sql<Column>`
    select table_name, column_name, udt_name, is_nullable,
      (column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS') as has_default
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'
    order by table_name, ordinal_position`.execute(db)
  const tables = Map.groupBy(rows, (row) => row.table_name)
  const entries = [...tables].map(
    ([table, columns]) => `  ${table}: {\n${columns.map(columnSource).join('')}  }\n`,
  )
  return [
    '// Written by scripts/generate-tables.ts from the migrated database; do not edit.\n',
    "import type { Generated } from 'kysely'\n\n",
    'export type Tables = {\n',
    ...entries,
    '}\n',
  ].join('')
}

function columnSource(column: Column): string {
  const known = typeOf[column.udt_name]
  if (!known)
    throw new Error(
      `No TypeScript type is known for ${column.udt_name} of ${column.table_name}.${column.column_name}`,
    )
  const type = column.is_nullable === 'YES' ? `${known} | null` : known
  return `    ${column.column_name}: ${column.has_default ? `Generated<${type}>` : type}\n`
}
