import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Takes the current slot of a line for this process; false when it is taken. Time is cut in slots by the database's clock. */
export async function takeSlot(db: Db, name: string, everySeconds: number): Promise<boolean> {
  const { rows } = await sql`
    insert into scheduled_task_runs (name, started_at)
    values (
      ${name},
      to_timestamp(floor(extract(epoch from clock_timestamp()) / ${everySeconds}::int) * ${everySeconds}::int)
    )
    on conflict (name) do update set started_at = excluded.started_at
    where scheduled_task_runs.started_at < excluded.started_at
    returning name
  `.execute(db)
  return rows.length > 0
}
