import { screen } from '@testing-library/react'
import type { LatePosting } from '@twende/contract/payments/reconciliation.ts'
import { m } from '@twende/messages'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import { PostedLater } from './day-late-postings.tsx'

const assigned: LatePosting = {
  at: '2026-11-28T19:22:30.665Z',
  by: 'Baraka Karani',
  kind: 'money_assigned',
  day: '2026-11-27',
  account: 'mpesa',
  changes: 0,
  amount: 4_321,
  reference: 'BK1234',
  code: 'UKRQ42OUVP',
  paymentId: null,
}

const show = (row: LatePosting) =>
  renderRoutes([{ path: '/', Component: () => <PostedLater late={{ rows: [row], total: 1 }} /> }], '/')

test('money that found its purchase names both', async () => {
  show(assigned)
  await screen.findByText(m.admin_payments_late_matched())
  screen.getByText('M-Pesa, BK1234, UKRQ42OUVP')
})

test('money that goes back because it matched nothing found no purchase, and has one code', async () => {
  show({ ...assigned, reference: assigned.code })
  await screen.findByText(m.admin_payments_late_given_back())
  expect(screen.queryByText(m.admin_payments_late_matched())).toBeNull()
  screen.getByText('M-Pesa, UKRQ42OUVP')
})
