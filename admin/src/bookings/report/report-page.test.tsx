import { screen } from '@testing-library/react'
import { m } from '@twende/messages'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { type ComponentType, createElement } from 'react'
import { expect, test } from 'vitest'
import { newDraft } from './report-draft.ts'
import ReportPage from './report-page.tsx'

test('a handover to somebody on the refusal list is refused before a photo is taken', async () => {
  // No other tab has the report open.
  const locks = { request: (_name: string, _options: object, then: (lock: object) => unknown) => then({}) }
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  const requests = fakeApi({
    'POST /api/admin/booking/:bookingId/condition/:kind/start': () =>
      refusalWith(403, 'hirer_refused', 'On the refusal list until 1 May 2026'),
  })
  const draft = newDraft({
    draftId: '0198a000-0000-7000-8000-000000000009',
    bookingId: '0198a000-0000-7000-8000-000000000001',
    kind: 'handover',
    booking: { reference: 'BK1234', carName: 'Toyota Axio', numberPlate: null, customerName: 'Achieng' },
    basis: { lastMarks: [], inProgress: null },
    deposit: null,
    now: new Date('2026-04-01T09:00:00+03:00'),
  } as never)
  const loaderData = { loaded: { draft }, kind: 'handover', bookingId: draft.bookingId } as const
  renderPage(createElement(ReportPage as ComponentType<{ loaderData: unknown }>, { loaderData }), '/')
  expect(await screen.findByRole('heading', { name: m.admin_report_hirer_refused_title() })).toBeTruthy()
  expect(screen.getByText('On the refusal list until 1 May 2026')).toBeTruthy()
  expect(screen.queryByRole('button')).toBe(null)
  expect(requests.length).toBe(1)
})
