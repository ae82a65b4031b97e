import type { ReactNode } from 'react'

type RowsTableProps = { caption: string; heads: readonly string[]; children: ReactNode }

/** A list in rows, where there is room for them; a tap anywhere on one follows the link in it. */
export function RowsTable({ caption, heads, children }: RowsTableProps) {
  return (
    <div className="panel hidden overflow-x-auto md:block">
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="px-4 py-3 text-left text-sm font-semibold text-soft">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  )
}
