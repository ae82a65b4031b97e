import { screen, within } from '@testing-library/react'
import type { RefundTask } from '@twende/contract/payments/payment-list-item.ts'
import { m } from '@twende/messages'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { loadedPage } from '@twende/ui/testing/loaded-page.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import RefundsPage, { clientLoader } from './refunds-page.tsx'

const refund: RefundTask = {
  _id: 'r1',
  purpose: 'booking',
  purchaseId: 'b1',
  reference: 'BK1234',
  amount: 18_000,
  reason: 'The customer cancelled.',
  contains: ['Child seat, 3 days: Ksh 1,500'],
  status: 'due',
  paymentId: null,
  customer: { name: 'Achieng Otieno', email: 'achieng@example.com' },
  phone: '',
  needsSecondPerson: false,
  approvedBy: null,
  approvedAt: null,
  sentBy: null,
  sentAt: null,
  code: null,
  note: '',
  createdAt: '2026-11-20T09:00:00Z',
  paymentToApprove: null,
  mayApprove: false,
  maySend: true,
}

test('a refund names the extras that it contains, where it has any', async () => {
  const data = [refund, { ...refund, _id: 'r2', reference: 'BK5678', contains: [] }]
  fakeApi({
    'GET /api/admin/refunds': () => ({
      success: true,
      data,
      counts: { due: 2, waiting: 0 },
      pagination: { page: 1, limit: 100, total: 2, pages: 1 },
    }),
  })
  renderRoutes([loadedPage('*', RefundsPage, clientLoader)], '/admin/refunds')
  const row = await screen.findByRole('row', { name: 'BK1234' })
  expect(within(row).getByText(m.admin_refunds_extras())).toBeTruthy()
  expect(within(row).getByRole('listitem').textContent).toBe('Child seat, 3 days: Ksh 1,500')
  expect(within(screen.getByRole('row', { name: 'BK5678' })).queryByText(m.admin_refunds_extras())).toBe(null)
})
