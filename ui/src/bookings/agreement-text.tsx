import type { AgreementToSign } from '@twende/contract/agreements/agreement-routes.ts'

type Section = AgreementToSign['sections'][number]
type Block = Section['blocks'][number]

/** An agreement as a person reads it on a screen. It is a document in its own language, whatever that of the page is. */
export function AgreementText({ language, sections }: Pick<AgreementToSign, 'language' | 'sections'>) {
  return (
    <div lang={language} translate="no" className="grid gap-5">
      {Object.entries(sections).map(([place, { title, blocks }]) => (
        <section key={place}>
          <h3 className="mb-2 text-lg">{title}</h3>
          <div className="grid gap-2">
            {Object.entries(blocks).map(([at, block]) => (
              <BlockText key={at} block={block} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

function BlockText({ block }: { block: Block }) {
  switch (block.kind) {
    case 'facts':
      return (
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {block.facts.map(({ label, value }) => (
            <div key={label} className="min-w-0">
              <dt className="text-sm text-soft">{label}</dt>
              <dd className="figures font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      )
    case 'table':
      return <TableText table={block} />
    case 'points':
      return (
        <ul className="list-disc pl-5">
          {block.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )
    case 'text':
      return block.tone === 'strong' ? (
        <h4 className="font-semibold">{block.text}</h4>
      ) : (
        <p className="whitespace-pre-line">{block.text}</p>
      )
  }
}

/** Each row as a group of lines, so that it is read on the narrowest phone. */
function TableText({ table: { head, rows, sum } }: { table: Extract<Block, { kind: 'table' }> }) {
  const [, ...others] = head
  return (
    <ul className="divide-y divide-line">
      {Object.entries([...rows, ...(sum ? [sum] : [])]).map(([at, [first, ...cells]]) => (
        <li key={at} className="figures flex flex-wrap justify-between gap-x-4 py-1.5">
          <span className={Number(at) === rows.length ? 'font-semibold' : 'min-w-0'}>{first}</span>
          <span className="flex flex-wrap gap-x-4">
            {Object.entries(cells).map(([column, cell]) => (
              <span key={column} className="font-medium">
                {cells.length > 1 && (
                  <span className="text-sm font-normal text-soft">{others[Number(column)]} </span>
                )}
                {cell}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
