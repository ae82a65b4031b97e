import { showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { showKsh } from '@twende/contract/money.ts'
import {
  type ImportedStatement,
  type ReadStatement,
  statementProblemLabels,
} from '@twende/contract/payments/statement.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { formCall } from '@twende/ui/api/file-calls.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { FieldError } from '@twende/ui/controls/field.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { FileSpreadsheet } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { loadForPage, Page, PageContent, pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import type { Route } from './+types/statement-page'

export async function clientLoader() {
  return { ...(await loadForPage(call('GET /api/admin/statements', {}))) }
}

export const meta = () => pageTitle(m.admin_statement_title())

/** A statement of the M-Pesa portal: what of it nobody reported to us, and adding that. */
export default function StatementPage({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <Page
      width="reading"
      title={m.admin_statement_title()}
      intro={m.admin_statement_intro()}
      back={{ to: links.reconciliation(), label: m.admin_menu_reconciliation() }}
    >
      <PageContent page={page}>
        {({ shortcode, data }) => (
          <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5">
            <StatementReader shortcode={shortcode} />
            <BroughtInBefore statements={data} />
          </div>
        )}
      </PageContent>
    </Page>
  )
}

function showDays(firstDay: string, lastDay: string): string {
  if (firstDay === lastDay) return showDay(firstDay)
  return m.admin_statement_days({ from: showDay(firstDay), to: showDay(lastDay) })
}

type Chosen = { file: File; read: ReadStatement }

function useStatement() {
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState<Chosen>()
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)
  async function send(file: File, act: 'read' | 'add') {
    setPending(true)
    setProblem(undefined)
    try {
      const sent = formCall(new Map([['statement', file]]))
      const { data, message } = await sent('POST /api/admin/statements', { body: { act } })
      setChosen({ file, read: data })
      if (act === 'add') {
        toast.success(message)
        await revalidate()
      }
    } catch (error) {
      if (act === 'read') setChosen(undefined)
      setProblem(error instanceof ApiError ? error.message : m.admin_common_unreachable())
    } finally {
      setPending(false)
    }
  }
  return { chosen, problem, pending, send }
}

function StatementReader({ shortcode }: { shortcode: string }) {
  const { chosen, problem, pending, send } = useStatement()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const label = m.admin_statement_field({ number: shortcode })
  return (
    <DetailPanel as="h2" title={label}>
      <p className="text-soft">{m.admin_statement_field_hint()}</p>
      <input
        ref={input}
        type="file"
        accept=".csv,.xlsx,text/csv"
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void send(file, 'read')
          // The same file may be chosen again.
          target.value = ''
        }}
      />
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button
          variant={chosen ? 'secondary' : 'primary'}
          pending={pending}
          aria-describedby={problem ? id : undefined}
          icon={<FileSpreadsheet aria-hidden="true" className="size-5" />}
          onClick={() => input.current?.click()}
        >
          {chosen ? m.admin_statement_another() : m.admin_statement_choose()}
        </Button>
        {chosen && (
          <span className="min-w-0 truncate text-soft" translate="no">
            {chosen.file.name}
          </span>
        )}
      </div>
      <div role="alert" className="mt-2">
        {problem && <FieldError id={id}>{problem}</FieldError>}
      </div>
      {chosen && (
        <WhatItSays read={chosen.read} pending={pending} onAdd={() => void send(chosen.file, 'add')} />
      )}
    </DetailPanel>
  )
}

type WhatItSaysProps = { read: ReadStatement; pending: boolean; onAdd: () => void }

function WhatItSays({ read, pending, onAdd }: WhatItSaysProps) {
  const { firstDay, lastDay, fresh, freshAmount, unread, isAdded } = read
  const figures: readonly (readonly [string, number])[] = [
    [m.admin_statement_named(), read.named],
    [m.admin_statement_known(), read.known],
    [m.admin_statement_fresh_title(), fresh.length],
    [m.admin_statement_unread_title(), unread.length],
    [m.admin_statement_left_out(), read.leftOut],
  ]
  return (
    <div className="mt-4 grid gap-5 border-t border-line pt-4">
      {firstDay && lastDay && <p className="figures font-semibold">{showDays(firstDay, lastDay)}</p>}
      <dl className="grid divide-y divide-line">
        {figures.map(([label, number]) => (
          <div key={label} className="flex items-baseline justify-between gap-4 py-1.5">
            <dt>{label}</dt>
            <dd className="figures font-semibold">{number}</dd>
          </div>
        ))}
      </dl>
      {unread.length > 0 && <Unread unread={unread} />}
      {fresh.length === 0 ? (
        <p>{m.admin_statement_nothing_new()}</p>
      ) : (
        <Rows title={m.admin_statement_fresh_title()}>
          {fresh.map((payment) => (
            <FreshPayment key={payment.code} payment={payment} isAdded={isAdded} />
          ))}
        </Rows>
      )}
      {fresh.length > 0 && !isAdded && (
        <div className="grid justify-items-start gap-3">
          <p className="figures font-semibold">
            {m.admin_statement_sum({ count: fresh.length, amount: showKsh(freshAmount) })}
          </p>
          <p className="max-w-prose text-soft">{m.admin_statement_preview()}</p>
          <Button pending={pending} onClick={onAdd}>
            {m.admin_statement_act()}
          </Button>
        </div>
      )}
    </div>
  )
}

function Rows({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 grid divide-y divide-line">{children}</ul>
    </section>
  )
}

type FreshPaymentProps = { payment: ReadStatement['fresh'][number]; isAdded: boolean }

function FreshPayment({ payment, isAdded }: FreshPaymentProps) {
  const { code, amount, at, payerName, reference, payment: paid } = payment
  return (
    <li className="py-2">
      <p className="figures flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold" translate="no">
          {code}
        </span>
        <span className="font-semibold">{showKsh(amount)}</span>
      </p>
      <p className="figures text-sm break-words text-soft">
        {[showInstant(at), payerName, reference || m.admin_statement_without_reference()]
          .filter(Boolean)
          .join(', ')}
      </p>
      {(paid || isAdded) && (
        <Link
          to={
            paid
              ? links.payment(paid.id, { queue: 'all' })
              : links.payments({ queue: 'unmatched', search: code })
          }
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 md:min-h-6"
        >
          {paid ? whatHasCode(paid.reference, isAdded) : m.admin_statement_waits()}
        </Link>
      )}
    </li>
  )
}

function whatHasCode(reference: string, isAdded: boolean): string {
  return isAdded ? m.admin_statement_paid_for({ reference }) : m.admin_statement_confirms({ reference })
}

function Unread({ unread }: { unread: ReadStatement['unread'] }) {
  return (
    <Rows title={m.admin_statement_unread_title()}>
      {unread.map(({ line, code, amount, problem }) => (
        <li key={line} className="py-2">
          <p className="figures flex flex-wrap items-baseline justify-between gap-x-4">
            <span>{[m.admin_statement_unread_line({ line }), code].filter(Boolean).join(', ')}</span>
            {amount !== null && <span>{showKsh(amount)}</span>}
          </p>
          <p className="text-sm text-soft">{statementProblemLabels[problem]()}</p>
        </li>
      ))}
    </Rows>
  )
}

function BroughtInBefore({ statements }: { statements: readonly ImportedStatement[] }) {
  return (
    <DetailPanel as="h2" title={m.admin_statement_last_title()}>
      {statements.length === 0 && <p className="text-soft">{m.admin_statement_last_none()}</p>}
      <ul className="grid divide-y divide-line">
        {statements.map(({ id, at, by, firstDay, lastDay, named, added }) => (
          <li key={id} className="py-2">
            <p className="figures flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-semibold">{showDays(firstDay, lastDay)}</span>
              <span>{m.admin_statement_lines({ added, named })}</span>
            </p>
            <p className="figures text-sm text-soft">
              {m.admin_statement_by({ name: by, time: showInstant(at) })}
            </p>
          </li>
        ))}
      </ul>
    </DetailPanel>
  )
}
