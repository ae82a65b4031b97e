import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { type CsvCell, MOST_CSV_ROWS } from './send-csv.ts'

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

/** A list that staff asked for as a table, named for the day, and read some rows at a time. */
export function csvTable<Key, Row>({ name, now, ...list }: List<Key, Row> & { name: string; now: Date }) {
  return {
    name: `${name}-${nairobiDay(now)}.csv`,
    head: list.columns.map(([title]) => title),
    parts: partsOf(list),
  }
}

const AT_A_TIME = 500

async function* partsOf<Key, Row>({ columns, find, read }: List<Key, Row>) {
  const keys = await find(MOST_CSV_ROWS)
  for (let at = 0; at < keys.length; at += AT_A_TIME) {
    const rows = await read(keys.slice(at, at + AT_A_TIME))
    yield rows.map((row) => columns.map(([, cell]) => cell(row)))
  }
}

/** The Nairobi day of an instant, if there is one. */
export function dayCell(instant: Date | string | null): CsvCell {
  return instant === null ? null : nairobiDay(new Date(instant))
}
