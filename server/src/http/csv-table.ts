import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { type CsvCell, type CsvTable, MOST_CSV_ROWS } from './send-csv.ts'

/** Titles of columns by which a person is reached: only admins take them out. */
const CONTACT_COLUMNS: ReadonlySet<string> = new Set(['Phone', 'Email', 'Street'])

/** What stands in each column, in their order. */
export type CsvColumns<Row> = readonly (readonly [title: string, cell: (row: Row) => CsvCell])[]

/** What may be asked of a list; what is left out is as the list has it. */
export type Wish<Search> = { [Name in keyof Search]?: Search[Name] | undefined }

type List<Key, Row> = {
  columns: CsvColumns<Row>
  /** What the list holds in its order, at most so many. */
  find: (limit: number) => Promise<readonly Key[]>
  read: (keys: Key[]) => Promise<readonly Row[]>
}

type Asked = { name: string; now: Date; role: Role }

/**
 * A list that staff asked for as a table, named for the day, and read some rows at a time. Whoever is no admin gets it
 * without phones, e-mails and streets.
 */
export async function csvTable<Key, Row>({
  name,
  now,
  role,
  ...list
}: List<Key, Row> & Asked): Promise<CsvTable> {
  const columns =
    role === 'admin' ? list.columns : list.columns.filter(([title]) => !CONTACT_COLUMNS.has(title))
  const keys = await list.find(MOST_CSV_ROWS)
  return {
    name: `${name}-${nairobiDay(now)}.csv`,
    head: columns.map(([title]) => title),
    rowCount: keys.length,
    parts: partsOf({ ...list, columns, keys }),
  }
}

const AT_A_TIME = 500

type Found<Key, Row> = Pick<List<Key, Row>, 'columns' | 'read'> & { keys: readonly Key[] }

async function* partsOf<Key, Row>({ columns, keys, read }: Found<Key, Row>) {
  for (let at = 0; at < keys.length; at += AT_A_TIME) {
    const rows = await read(keys.slice(at, at + AT_A_TIME))
    yield rows.map((row) => columns.map(([, cell]) => cell(row)))
  }
}

/** The Nairobi day of an instant, if there is one. */
export function dayCell(instant: Date | string | null): CsvCell {
  return instant === null ? null : nairobiDay(new Date(instant))
}
