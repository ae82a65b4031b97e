import { changesOf } from '@twende/contract/audit/audit-words.ts'
import { BusinessSettings } from '@twende/contract/settings/business-settings.ts'
import { m } from '@twende/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

/** Whether a field has a name in the catalogue. */
function hasName(column: string): boolean {
  const field = column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return m.admin_audit_field({ field, other: '' }) !== ''
}

type Audited = { table: string; column: string }

async function auditedColumns(): Promise<Audited[]> {
  const { rows } = await market.asOwner((owner) =>
    sql<Audited & { hidden: string }>`
      select relname as "table", attname as "column",
        (select prosrc from pg_proc where proname = 'write_audit') as hidden
      from pg_trigger
      join pg_class on pg_class.oid = tgrelid
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      where tgname = 'audited'
    `.execute(owner),
  )
  return rows.filter(({ column, hidden }) => !hidden.includes(`'${column}'`))
}

/** Each value that a check constraint names for a column, written anyhow. */
async function codesOfColumns(): Promise<(Audited & { code: string })[]> {
  const { rows } = await market.asOwner((owner) =>
    sql<{ table: string; check: string }>`
      select relname as "table", pg_get_constraintdef(pg_constraint.oid) as "check"
      from pg_constraint
      join pg_class on pg_class.oid = conrelid
      join pg_trigger on tgrelid = conrelid and tgname = 'audited'
      where contype = 'c'
    `.execute(owner),
  )
  return rows.flatMap(({ table, check }) => {
    const lists = [...check.matchAll(/"?(\w+)"? (?:= ANY|<@) \(?ARRAY\[([^\]]*)\]/g)].flatMap(
      ([, column = '', list = '']) =>
        [...list.matchAll(/'([^']*)'::text/g)].map(([, code = '']) => ({ table, column, code })),
    )
    const single = [...check.matchAll(/"?(\w+)"? = '([^']*)'::text/g)]
    const members = [...check.matchAll(/'([^']*)'::text = ANY \((\w+)\)/g)]
    return [
      ...lists,
      ...single.map(([, column = '', code = '']) => ({ table, column, code })),
      ...members.map(([, code = '', column = '']) => ({ table, column, code })),
    ].filter(({ code }) => /^[a-z]/.test(code))
  })
}

/** What the audit page shows of one value; nothing where the field is not told. */
const told = ({ table, column }: Audited, value: unknown) =>
  changesOf({ subject: table, before: null, after: { [column]: value } })[0]

test('every column of everything that is audited has a name', async () => {
  const columns = await auditedColumns()
  expect(columns.length).toBeGreaterThan(400)
  const nameless = columns.filter((audited) => {
    const change = told(audited, 'x')
    return change !== undefined && !hasName(audited.column)
  })
  expect([...new Set(nameless.map(({ column }) => column))]).toEqual([])
})

test('every setting has a name', () => {
  const settings = Object.keys(BusinessSettings.shape)
  expect(settings.length).toBeGreaterThan(5)
  expect(settings.filter((name) => !hasName(name))).toEqual([])
})

test('every code of everything that is audited is told in words', async () => {
  const codes = await codesOfColumns()
  expect(codes.length).toBeGreaterThan(200)
  const wordless = codes.filter(({ code, ...audited }) =>
    [code, [code]].some((value) => {
      const change = told(audited, value)
      return change?.after === code || change?.after === code.replaceAll(/[_-]/g, ' ')
    }),
  )
  expect(wordless.map(({ table, column, code }) => `${table}.${column} ${code}`)).toEqual([])
})
