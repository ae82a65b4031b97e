import { markLabels, markName } from '@twende/contract/bookings/condition/condition-labels.ts'
import { MARK_KINDS, type Mark, MOST_MARKS } from '@twende/contract/bookings/condition/condition-report.ts'
import { m } from '@twende/messages'
import { CarDrawing } from '@twende/ui/bookings/car-drawing.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import { newUuid } from '@twende/ui/form/new-key.ts'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ClosePhotos } from './photos-step.tsx'
import { isNewMark } from './report-draft.ts'
import type { OpenReport } from './use-report.ts'

/** Marks on a drawing of the car: those that are there already, and new ones by a tap. */
export function MarksStep({ report }: { report: OpenReport }) {
  const { draft, update } = report
  const [selected, setSelected] = useState<string>()
  const marks = draft.marks.map((mark) => ({ ...mark, isNew: isNewMark(draft, mark) }))
  const open = marks.find(({ id }) => id === selected)
  function add({ x, y }: { x: number; y: number }) {
    if (draft.marks.length >= MOST_MARKS) return
    const mark: Mark = { id: newUuid(), x, y, kind: 'scratch', note: '' }
    update(({ marks: before }) => ({ marks: [...before, mark] }))
    setSelected(mark.id)
  }
  return (
    <div className="grid gap-4">
      <p className="text-soft">{m.admin_report_marks_hint()}</p>
      <CarDrawing
        marks={marks}
        selected={selected}
        onTap={add}
        className="mx-auto w-full max-w-80 touch-manipulation"
      />
      {open && (
        <MarkEditor key={open.id} report={report} mark={open} onClose={() => setSelected(undefined)} />
      )}
      {marks.length === 0 ? (
        <p>{m.condition_no_marks()}</p>
      ) : (
        <ol className="grid gap-2">
          {marks.map((mark, at) => (
            <li key={mark.id}>
              <button
                type="button"
                aria-pressed={mark.id === selected}
                onClick={() => setSelected(mark.id === selected ? undefined : mark.id)}
                className="flex min-h-12 w-full items-center gap-3 rounded-md border border-line bg-card px-3 text-left hover:border-ink aria-pressed:border-acacia aria-pressed:bg-acacia-tint"
              >
                <span
                  className={`figures grid size-6 shrink-0 place-items-center rounded-lg text-xs font-semibold text-paper ${mark.isNew ? 'bg-clay' : 'bg-soft'}`}
                >
                  {at + 1}
                </span>
                <span className="min-w-0 flex-1">
                  {markName(mark)}
                  {mark.note && <span className="block text-sm text-soft">{mark.note}</span>}
                </span>
                <span className="text-sm text-soft">
                  {mark.isNew ? m.condition_mark_new() : m.condition_mark_earlier()}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

type MarkEditorProps = { report: OpenReport; mark: Mark & { isNew: boolean }; onClose: () => void }

/** What a mark is. One that was there already can only be removed, once it is repaired. */
function MarkEditor({ report, mark, onClose }: MarkEditorProps) {
  const { update } = report
  const change = (part: Partial<Mark>) =>
    update(({ marks }) => ({
      marks: marks.map((other) => (other.id === mark.id ? { ...other, ...part } : other)),
    }))
  function remove() {
    update(({ marks }) => ({ marks: marks.filter(({ id }) => id !== mark.id) }))
    onClose()
  }
  return (
    <section aria-label={markName(mark)} className="panel grid gap-4 p-4">
      {mark.isNew && (
        <>
          <fieldset>
            <legend className="mb-2 text-sm font-semibold">{m.admin_report_mark_kind()}</legend>
            <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
              {MARK_KINDS.map((kind) => (
                <label
                  key={kind}
                  className="relative grid min-h-12 place-items-center rounded-md border border-edge px-1 bg-card text-center text-sm font-semibold has-checked:border-acacia has-checked:bg-acacia has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-acacia"
                >
                  <input
                    type="radio"
                    name={mark.id}
                    checked={mark.kind === kind}
                    onChange={() => change({ kind })}
                    className="sr-only"
                  />
                  {markLabels[kind]()}
                </label>
              ))}
            </div>
          </fieldset>
          <Field label={m.admin_report_mark_note()}>
            <Input
              value={mark.note}
              maxLength={120}
              autoComplete="off"
              onChange={({ target }) => change({ note: target.value })}
            />
          </Field>
          <ClosePhotos report={report} markId={mark.id} />
        </>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          variant="quiet"
          size="sm"
          icon={<Trash2 aria-hidden="true" className="size-5" />}
          onClick={remove}
        >
          {mark.isNew ? m.admin_report_mark_remove() : m.admin_report_mark_repaired()}
        </Button>
        <Button variant="secondary" size="sm" onClick={onClose}>
          {m.admin_report_mark_done()}
        </Button>
      </div>
    </section>
  )
}
