import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { m } from '@twende/messages'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { useLoaderData } from 'react-router'
import { expect, test } from 'vitest'
import CheckAgreementPage, { clientLoader } from './check-agreement-page.tsx'

const agreement = {
  number: 'AG-48213-90577',
  kind: 'handover',
  madeAt: '2026-11-20T09:00:00Z',
  isWithdrawn: false,
  renter: 'A. O.',
  staff: 'M. K.',
  isSame: null,
} as const

function CheckPage() {
  const props: Parameters<typeof CheckAgreementPage>[0] = { loaderData: useLoaderData() } as never
  return <CheckAgreementPage {...props} />
}

function show(address: string) {
  fakeApi({
    'GET /api/agreement/:number': ({ path }) =>
      path.endsWith(agreement.number)
        ? { success: true, data: agreement }
        : refusalWith(404, 'agreement_not_found', m.error_agreement_not_found()),
  })
  renderRoutes([{ path: '/check/:number', loader: clientLoader as never, Component: CheckPage }], address)
}

test('a number that was typed in small letters is found', async () => {
  show('/check/ag-48213-90577')
  expect(await screen.findByText(agreement.number)).toBeTruthy()
})

test('with an unknown number no file is asked for', async () => {
  show('/check/AG-00000-00000')
  expect(await screen.findByText(m.check_agreement_missing_title())).toBeTruthy()
  expect(screen.queryByText(m.check_agreement_lead())).toBe(null)
})

test('a file that cannot be read is said to be so', async () => {
  show(`/check/${agreement.number}`)
  const file = new File(['%PDF'], 'agreement.pdf', { type: 'application/pdf' })
  file.arrayBuffer = () => Promise.reject(new DOMException('The file is gone.', 'NotReadableError'))
  await userEvent.upload(await screen.findByLabelText(m.check_agreement_choose()), file)
  expect(await screen.findByText(m.check_agreement_unreadable())).toBeTruthy()
})
