import { Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { beginStatement, errorType } from '../tracing/tracing.ts'

/** So many texts a connection prepares; the others are planned at each execution. */
const MAX_PREPARED = 500

const PLANNED_FOR_ITS_VALUES = '/* planned for its values */'

/**
 * Marks a statement that is planned anew for its values, such as a search. A prepared statement would get one generic plan
 * after five executions, which took eight times as long for a rare word.
 */
export const plannedForItsValues = sql.raw(PLANNED_FOR_ITS_VALUES)

/** `begin`, `commit` and the like gain nothing from being prepared. */
const IS_SELECT = /^\s*select\s/i

/** A connection of the pool, with its socket, by which `watchSilence` sees whether bytes arrive. */
export class DatabaseClient extends pg.Client {
  readonly socket: Socket
  /** How many statements wait for an answer. */
  waiting = 0
  /** The number of the server's process, as the server said when it was connected to. `pg` sets it, and its types lack it. */
  declare readonly processID: number
  /** The name of each text that this connection prepares. */
  private readonly prepared = new Map<string, string>()

  constructor(config?: pg.ClientConfig) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.socket = socket
  }

  /** Sends a statement and prepares it, so that the server plans each text once per connection; about twice as fast. */
  async send<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ): Promise<pg.QueryResult<Row>> {
    const span = beginStatement(text)
    const name = this.nameOf(text, values)
    this.waiting += 1
    try {
      const result = await this.query<Row>({ text, values: [...values], ...(name !== undefined && { name }) })
      span?.end()
      return result
    } catch (error) {
      span?.end(errorType(error))
      throw error
    } finally {
      this.waiting -= 1
    }
  }

  /** The name under which this connection prepares a text; undefined for one that it does not prepare. */
  private nameOf(text: string, values: readonly unknown[]): string | undefined {
    if (values.length === 0 && !IS_SELECT.test(text)) return undefined
    if (text.trimStart().startsWith(PLANNED_FOR_ITS_VALUES)) return undefined
    const known = this.prepared.get(text)
    if (known !== undefined || this.prepared.size >= MAX_PREPARED) return known
    const name = `t${this.prepared.size}`
    this.prepared.set(text, name)
    return name
  }
}
