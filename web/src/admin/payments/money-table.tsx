import { How, Payer, RowLink, type RowsShown, Standing, Sum, WhatFor } from './money-cells.tsx'

const head = 'px-4 py-3 text-left text-sm font-semibold text-soft'
const cell = 'px-4 py-3 align-top'

/** Money in rows; a tap anywhere on one opens it. */
export function MoneyTable({ rows, ...ways }: RowsShown) {
  return (
    <div className="panel hidden overflow-x-auto md:block">
      <table className="w-full border-collapse">
        <caption className="sr-only">Payments</caption>
        <thead className="border-b border-line">
          <tr>
            <th scope="col" className={head}>
              For
            </th>
            <th scope="col" className={head}>
              Payer
            </th>
            <th scope="col" className={head}>
              Amount
            </th>
            <th scope="col" className={head}>
              How
            </th>
            <th scope="col" className={head}>
              Status
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.kind + row._id} className="relative hover:bg-sand">
              <th scope="row" className={`${cell} text-left font-normal`}>
                <RowLink row={row} {...ways} />
                <WhatFor row={row} />
              </th>
              <td className={cell}>
                <Payer row={row} />
              </td>
              <td className={cell}>
                <Sum row={row} />
              </td>
              <td className={cell}>
                <How row={row} />
              </td>
              <td className={`${cell} w-1/3`}>
                <Standing row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
