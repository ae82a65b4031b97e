import { RowsTable } from '../rows-table.tsx'
import { How, Payer, RowLink, type RowsShown, Standing, Sum, WhatFor } from './money-cells.tsx'

const cell = 'px-4 py-3 align-top'

export function MoneyTable({ rows, ...ways }: RowsShown) {
  return (
    <RowsTable caption="Payments" heads={['For', 'Payer', 'Amount', 'How', 'Status']}>
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
    </RowsTable>
  )
}
