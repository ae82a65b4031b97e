import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * Claims the current time slot of a task for this process; false when another process has it. Slots follow the clock of
 * the database.
 */
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
