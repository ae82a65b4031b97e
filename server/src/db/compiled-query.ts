import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from './database.ts'

/** The values of a query by name, as parameters of its statement. */
export type Params<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> }

/** The values that are given, as parameters. */
export type GivenParams<Values> = {
  [Name in keyof Values]:
    | RawBuilder<Exclude<Values[Name], undefined>>
    | (undefined extends Values[Name] ? undefined : never)
}

/** A query of Kysely, or a statement of `sql`. */
type Statement<Row> = { compile(db: Db): CompiledQuery<Row> }

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that is built and compiled once and then run with other values, for what most requests ask: building and
 * compiling take longer than sending. Its text must not depend on a value; a list of values is one array, `= any(...)`.
 */
export function compiledQuery<Values extends object, Row>(
  build: (db: Db, params: Params<Values>) => Statement<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return (db, values) => {
    compiled ??= build(db, placeholders<Values>()).compile(db)
    return run(db, compiled, values)
  }
}

const MOST_FORMS = 50

/**
 * The same for a query whose text depends on which values are given, such as a search by some of its filters: it is compiled
 * once for each set of them. A value that is undefined has no parameter.
 */
export function compiledForms<Values extends object, Row>(
  build: (db: Db, params: GivenParams<Values>) => Statement<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const forms = new LRUCache<string, CompiledQuery<Row>>({ max: MOST_FORMS })
  return (db, values) => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined)
    const form = given.map(([name]) => name).join()
    let compiled = forms.get(form)
    if (!compiled) {
      const params = given.map(([name]) => [name, sql.val(new Placeholder(name))])
      compiled = build(db, Object.fromEntries(params) as GivenParams<Values>).compile(db)
      forms.set(form, compiled)
    }
    return run(db, compiled, values)
  }
}

/** The values themselves as parameters, for a query that is not worth keeping. */
export function ownParams<Values extends object>(values: Values): GivenParams<Values> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, sql.val(value)])) as GivenParams<Values>
}

async function run<Row>(db: Db, compiled: CompiledQuery<Row>, values: object): Promise<Row[]> {
  const parameters = compiled.parameters.map((parameter) =>
    parameter instanceof Placeholder ? values[parameter.name as keyof typeof values] : parameter,
  )
  return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
}

/** Each name is a parameter; TypeScript knows which names there are. */
function placeholders<Values>(): Params<Values> {
  return new Proxy({} as Params<Values>, { get: (_, name) => sql.val(new Placeholder(String(name))) })
}
