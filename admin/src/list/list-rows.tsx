import { m } from '@twende/messages'
import { classes } from '@twende/ui/controls/classes.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CheckboxState, ListRow, Selection } from './bulk-actions.tsx'

export type Column<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  /** Takes the whole width of the card that the row is on small screens. */
  wide?: boolean
  /** Stays in view while a wide table scrolls sideways. */
  sticky?: boolean
  /** Numbers to compare: at the right edge of their column. */
  figures?: boolean
  className?: string
}

const stickyLook = '@4xl:sticky @4xl:left-0 @4xl:bg-card'

type ListRowsProps<Row> = {
  label: string
  rows: readonly Row[]
  rowName: (row: Row) => string
  selection: Selection | undefined
  columns: readonly Column<Row>[]
}

/** A table where there is room for one; elsewhere each row is a card, with the first cell as its head. */
export function ListRows<Row extends ListRow>(props: ListRowsProps<Row>) {
  const { label, rows, rowName, selection, columns } = props
  // The keyboard scrolls a wide table also where nothing in it takes the focus.
  const wide = columns.some(({ sticky }) => sticky) && { role: 'group', tabIndex: 0, 'aria-label': label }
  return (
    <div className="@container">
      <div {...wide} className="@4xl:panel @4xl:overflow-x-auto">
        <table className="w-full border-collapse @max-4xl:block">
          <caption className="sr-only">{label}</caption>
          <thead className="border-b border-line @max-4xl:hidden">
            <tr>
              {selection && (
                <th scope="col" className="w-12 pl-1">
                  <RowCheckbox {...selection.all} label={m.admin_list_select_all()} />
                </th>
              )}
              {columns.map(({ head, sticky, figures }) => (
                <th
                  key={head}
                  scope="col"
                  className={classes(
                    'px-4 py-3 text-sm font-semibold text-soft',
                    figures ? 'text-right' : 'text-left',
                    sticky && stickyLook,
                  )}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line @max-4xl:grid @max-4xl:gap-3 @max-4xl:divide-y-0 @max-4xl:@2xl:grid-cols-2">
            {rows.map((row) => (
              <tr
                key={row._id}
                aria-label={rowName(row)}
                className="relative hover:bg-sand has-[[data-select]:checked]:bg-acacia-tint @max-4xl:panel @max-4xl:grid @max-4xl:grid-cols-2 @max-4xl:gap-3 @max-4xl:p-4"
              >
                {selection && (
                  <td className="@max-4xl:absolute @max-4xl:top-2 @max-4xl:right-2 @4xl:w-12 @4xl:pl-1">
                    <RowCheckbox
                      {...selection.of(String(row._id))}
                      label={m.admin_list_select({ name: rowName(row) })}
                    />
                  </td>
                )}
                {columns.map((column, at) => (
                  <Cell
                    key={column.head}
                    row={row}
                    column={column}
                    first={at === 0}
                    selectable={!!selection}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

type CellProps<Row> = { row: Row; column: Column<Row>; first: boolean; selectable: boolean }

function Cell<Row>({ row, column, first, selectable }: CellProps<Row>) {
  const Tag = first ? 'th' : 'td'
  return (
    <Tag
      {...(first ? { scope: 'row' } : {})}
      className={classes(
        'min-w-0 text-left font-normal @4xl:px-4 @4xl:py-3',
        (first || column.wide) && '@max-4xl:col-span-2',
        first && selectable && '@max-4xl:pr-10',
        column.sticky && stickyLook,
        column.figures && '@4xl:text-right',
        column.className,
      )}
    >
      {column.cell(row)}
    </Tag>
  )
}

/** The link of a row; a tap anywhere on the row follows it. */
export function RowLink({ to, id, children }: { to: string; id: string; children: ReactNode }) {
  return (
    <Link to={to} data-row={id} className={rowLinkLook}>
      {children}
    </Link>
  )
}

export const rowLinkLook = 'figures text-left font-semibold after:absolute after:inset-0'

/** What in a row has a use of its own, above the link that covers the row. */
export const aboveRowLink = 'relative z-10'

type ListCardsProps<Row> = Omit<ListRowsProps<Row>, 'columns'> & { card: (row: Row) => ReactNode }

/** Rows that are texts to read rather than facts to compare: cards at every width. */
export function ListCards<Row extends ListRow>({
  label,
  rows,
  rowName,
  selection,
  card,
}: ListCardsProps<Row>) {
  return (
    <ul aria-label={label} className="grid max-w-4xl grid-cols-1 gap-3">
      {rows.map((row) => (
        <li
          key={row._id}
          data-row={row._id}
          tabIndex={-1}
          className={classes('rounded-lg', selection && 'grid grid-cols-[auto_minmax(0,1fr)] gap-1')}
        >
          {selection && (
            <RowCheckbox
              {...selection.of(String(row._id))}
              label={m.admin_list_select({ name: rowName(row) })}
            />
          )}
          {card(row)}
        </li>
      ))}
    </ul>
  )
}

function RowCheckbox({ checked, mixed, onToggle, label }: CheckboxState & { label: string }) {
  return (
    <label className={classes(aboveRowLink, 'grid size-11 place-items-center')}>
      <input
        type="checkbox"
        data-select
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = mixed === true
        }}
        onChange={() => {}}
        onClick={(event) => onToggle(event.shiftKey)}
        className="size-5 accent-acacia"
      />
    </label>
  )
}
