import { How, Payer, RowLink, type RowsShown, Standing, Sum, WhatFor } from './money-cells.tsx'

/** Money as cards for phones; a tap anywhere on one opens it. */
export function MoneyCards({ rows, ...ways }: RowsShown) {
  return (
    <ul aria-label="Payments" className="grid gap-3 md:hidden">
      {rows.map((row) => (
        <li key={row.kind + row._id} className="panel relative grid gap-3 p-4">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <RowLink row={row} {...ways} />
              <WhatFor row={row} />
            </div>
            <div className="shrink-0 text-right">
              <Sum row={row} />
            </div>
          </div>
          <Standing row={row} />
          <div className="grid grid-cols-2 gap-3 border-t border-line pt-3">
            <Payer row={row} />
            <How row={row} />
          </div>
        </li>
      ))}
    </ul>
  )
}
