import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** The values of a query by name, as parameters of its statement. */
export type Params<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> }

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
  return async (db, values) => {
    compiled ??= build(db, placeholders<Values>()).compile(db)
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    )
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}

/** Each name is a parameter; TypeScript knows which names there are. */
function placeholders<Values>(): Params<Values> {
  return new Proxy({} as Params<Values>, { get: (_, name) => sql.val(new Placeholder(String(name))) })
}
