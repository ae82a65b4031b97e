import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { focusedRow, focusRow, useShortcuts } from './shortcuts.tsx'

export type ListRow = { _id: string | number }

export type CheckboxState = { checked: boolean; mixed?: boolean; onToggle: (range: boolean) => void }

/** Something that is done with each of the chosen rows, by the same request as with one row. */
export type BulkAction<Row> = {
  label: string
  /** The rows with which it can be done. */
  applies: (row: Row) => boolean
  run: (row: Row) => Promise<unknown>
}

export type Selection = {
  chosen: ReadonlySet<string>
  all: CheckboxState
  of: (id: string) => CheckboxState
  clear: () => void
}

/** Which rows are chosen: by checkbox (with Shift from the last one to this one) or by X on the row with the focus. */
export function useSelection(
  rows: readonly ListRow[],
  { usable, walk = focusRow }: { usable: boolean; walk?: ((step: 1 | -1) => void) | undefined },
): Selection | undefined {
  const ids = rows.map(({ _id }) => String(_id))
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  // Rows that are no longer shown are not chosen: nobody would see what is done with them.
  const chosen = new Set(ids.filter((id) => picked.has(id)))

  function toggle(id: string, range = false) {
    const next = new Set(chosen)
    const on = !next.has(id)
    for (const each of range ? between(ids, last ?? id, id) : [id]) {
      if (on) next.add(each)
      else next.delete(each)
    }
    setPicked(next)
    setLast(id)
  }
  function extend(step: number) {
    const from = focusedRow()
    const to = focusRow(step)
    setPicked(new Set([...chosen, ...[from, to].filter((id) => id !== undefined)]))
    setLast(to)
  }
  useShortcuts({
    x: () => {
      const id = focusedRow()
      if (usable && id) toggle(id)
    },
    j: (event) => (usable && event.shiftKey ? extend(1) : walk(1)),
    k: (event) => (usable && event.shiftKey ? extend(-1) : walk(-1)),
    escape: chosen.size > 0 ? () => setPicked(new Set()) : undefined,
  })
  if (!usable) return undefined
  return {
    chosen,
    all: {
      checked: chosen.size > 0 && chosen.size === ids.length,
      mixed: chosen.size > 0 && chosen.size < ids.length,
      onToggle: () => setPicked(new Set(chosen.size === ids.length ? [] : ids)),
    },
    of: (id) => ({ checked: chosen.has(id), onToggle: (range) => toggle(id, range) }),
    clear: () => setPicked(new Set()),
  }
}

function between(ids: readonly string[], from: string, to: string): readonly string[] {
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)].toSorted((a, b) => a - b)
  return ids.slice(start, (end ?? 0) + 1)
}

type Outcome = { done: number; refused: readonly { name: string; message: string }[] }

type BulkBarProps<Row> = {
  rows: readonly Row[]
  rowName: (row: Row) => string
  selection: Selection
  actions: readonly BulkAction<Row>[]
}

/** What can be done with the chosen rows, and what came of it row by row. */
export function BulkBar<Row extends ListRow>({ rows, rowName, selection, actions }: BulkBarProps<Row>) {
  const [running, setRunning] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome>()
  const { revalidate } = useRevalidator()
  const chosen = rows.filter(({ _id }) => selection.chosen.has(String(_id)))

  async function run({ label, applies, run: send }: BulkAction<Row>) {
    setRunning(label)
    setOutcome(undefined)
    const refused: { name: string; message: string }[] = []
    const targets = chosen.filter(applies)
    // One after the other: each takes the locks that the same request for one row takes.
    for (const row of targets) {
      try {
        await send(row)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        refused.push({ name: rowName(row), message: error.message })
      }
    }
    await revalidate()
    setOutcome({ done: targets.length - refused.length, refused })
    setRunning(undefined)
    selection.clear()
  }

  if (chosen.length === 0 && !outcome) return null
  return (
    <section
      aria-label={m.admin_list_bulk_label()}
      className="panel sticky bottom-3 z-20 mt-4 grid gap-2 p-3 shadow-lift no-print"
    >
      {chosen.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <p className="mr-2 font-semibold">{m.admin_list_selected({ count: chosen.length })}</p>
          {actions.map((action) => {
            const count = chosen.filter(action.applies).length
            return (
              count > 0 && (
                <Button
                  key={action.label}
                  size="sm"
                  variant="secondary"
                  pending={running === action.label}
                  onClick={() => running === undefined && void run(action)}
                >
                  {count === chosen.length ? action.label : `${action.label} (${count})`}
                </Button>
              )
            )
          })}
          <Button size="sm" variant="quiet" onClick={selection.clear}>
            {m.admin_list_clear_selection()}
          </Button>
        </div>
      )}
      <div role="status">{outcome && <OutcomeText outcome={outcome} />}</div>
      {outcome && chosen.length === 0 && (
        <Button
          size="sm"
          variant="quiet"
          className="justify-self-start"
          onClick={() => setOutcome(undefined)}
        >
          {m.admin_list_close_result()}
        </Button>
      )}
    </section>
  )
}

function OutcomeText({ outcome: { done, refused } }: { outcome: Outcome }) {
  return (
    <>
      <p className="font-semibold">
        {refused.length === 0
          ? m.admin_list_bulk_done({ count: done })
          : m.admin_list_bulk_part_done({ done, refused: refused.length })}
      </p>
      {refused.length > 0 && (
        <ul className="mt-1 text-sm text-clay-deep">
          {refused.map(({ name, message }) => (
            <li key={name}>
              {name}: {message}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
