import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReadStatement } from '@twende/contract/payments/statement.ts'
import { m } from '@twende/messages'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import StatementPage, { clientLoader } from './statement-page.tsx'

const user = userEvent.setup({ delay: null })
const preview: ReadStatement = {
  isAdded: false,
  firstDay: '2026-11-01',
  lastDay: '2026-11-27',
  named: 42,
  known: 40,
  fresh: [
    {
      code: 'TKR4HX0A2B',
      amount: 15_000,
      at: '2026-11-27T07:22:11Z',
      payerName: 'JANE WANJIRU',
      reference: 'BK1234',
      payment: null,
    },
  ],
  freshAmount: 15_000,
  unread: [{ line: 9, code: 'TKR4HX0A2C', amount: 300, problem: 'reversal' }],
  leftOut: 3,
}
const paid = { id: 'p1', reference: 'BK1234' }
const added = { ...preview, isAdded: true, fresh: preview.fresh.map((row) => ({ ...row, payment: paid })) }

async function open(answer: (act: unknown) => unknown) {
  const requests = fakeApi({
    'GET /api/admin/statements': () => ({ success: true, shortcode: '174379', data: [] }),
    'POST /api/admin/statements': ({ body }) => answer((body as { act: unknown }).act) as never,
  })
  const page = (
    <>
      <StatementPage {...({ loaderData: await clientLoader() } as Parameters<typeof StatementPage>[0])} />
      <ToastHost />
    </>
  )
  renderRoutes([{ path: '/', element: page }], '/')
  await screen.findByText(m.admin_statement_last_none())
  return () =>
    requests.filter(({ name }) => name.startsWith('POST')).map(({ body }) => (body as { act: string }).act)
}

async function choose(name = 'statement.csv') {
  await user.upload(
    screen.getByLabelText(m.admin_statement_field({ number: '174379' }), { selector: 'input' }),
    new File(['x'], name),
  )
}

test('what a statement would add is seen first, and added after a second tap', async () => {
  const acts = await open((act) => ({
    success: true,
    message: act === 'add' ? 'One was added' : 'Look first',
    data: act === 'add' ? added : preview,
  }))
  await choose()
  expect(await screen.findByText('statement.csv')).toBeTruthy()
  expect(screen.getByText('TKR4HX0A2B')).toBeTruthy()
  expect(screen.getByText(m.admin_statement_sum({ count: 1, amount: 'Ksh 15,000' }))).toBeTruthy()
  expect(screen.getByText(m.statement_problem_reversal())).toBeTruthy()
  expect(screen.queryByRole('link', { name: m.admin_statement_paid_for({ reference: 'BK1234' }) })).toBeNull()
  expect(acts()).toEqual(['read'])
  await user.click(screen.getByRole('button', { name: m.admin_statement_act() }))
  expect(await screen.findByText('One was added')).toBeTruthy()
  expect(
    screen.getByRole('link', { name: m.admin_statement_paid_for({ reference: 'BK1234' }) }),
  ).toHaveProperty('pathname', '/admin/payments/p1')
  expect(screen.queryByRole('button', { name: m.admin_statement_act() })).toBeNull()
  expect(acts()).toEqual(['read', 'add'])
})

test('a file that is no statement gets a sentence, and another may be chosen', async () => {
  let isFirst = true
  await open(() => {
    if (!isFirst) return { success: true, message: '', data: { ...preview, fresh: [], freshAmount: 0 } }
    isFirst = false
    return refusalWith(400, 'statement_unreadable', 'This is no statement')
  })
  await choose('holiday.csv')
  expect(await screen.findByText('This is no statement')).toBeTruthy()
  await choose()
  expect(await screen.findByText(m.admin_statement_nothing_new())).toBeTruthy()
  expect(screen.queryByText('This is no statement')).toBeNull()
  expect(screen.queryByRole('button', { name: m.admin_statement_act() })).toBeNull()
})

test('what could not be added keeps what was read, so that it can be tried again', async () => {
  await open((act) =>
    act === 'add'
      ? refusalWith(503, 'unavailable', 'Not now')
      : { success: true, message: '', data: preview },
  )
  await choose()
  await user.click(await screen.findByRole('button', { name: m.admin_statement_act() }))
  expect(await screen.findByText('Not now')).toBeTruthy()
  expect(screen.getByRole('button', { name: m.admin_statement_act() })).toHaveProperty('disabled', false)
})
