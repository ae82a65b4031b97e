import { screen, within } from '@testing-library/react'
import { m } from '@twende/messages'
import type { Reply } from '@twende/ui/api/call.ts'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { useLoaderData, useParams } from 'react-router'
import { expect, test } from 'vitest'
import DriverPage, { clientLoader } from './driver-page.tsx'

const juma: Reply<'GET /api/admin/driver/:driverId'> = {
  success: true,
  data: {
    _id: 'juma',
    fullName: 'Juma Otieno',
    birthDate: '1990-05-04',
    licenceNumber: 'DL7654321',
    licenceOrigin: 'kenya',
    licenceClass: 'B',
    licenceExpires: '2040-01-31',
    identityKind: 'national_id',
    identityNumber: '87654321',
    status: 'submitted',
    refusalReason: null,
    submittedAt: '2026-11-20T09:05:00.000Z',
    photos: [],
    accountId: 'a1',
    booking: null,
  },
  checks: [],
  hirer: { name: 'Juma Otieno', phone: '' },
  refusal: null,
  repeats: [
    { photo: 'identity_front', of: 'licence_front', driver: { _id: 'achieng', fullName: 'Achieng Ouma' } },
    { photo: 'licence_back', of: 'licence_front', driver: null },
  ],
}

function Sheet() {
  const props = { loaderData: useLoaderData(), params: useParams() }
  return <DriverPage {...(props as unknown as Parameters<typeof DriverPage>[0])} />
}

test('a photo that was sent for another person is said at that photo, with a link to those papers', async () => {
  fakeApi({ 'GET /api/admin/driver/:driverId': () => juma })
  renderRoutes(
    [{ path: '/admin/drivers/:driverId', Component: Sheet, loader: clientLoader as never }],
    '/admin/drivers/juma',
  )
  const photoOf = async (label: string) =>
    within((await screen.findByText(label)).closest('figure') ?? document.body)
  const position = m.driver_photo_licence_front()
  const identity = await photoOf(m.driver_photo_identity_front())
  const words = m.admin_driver_photo_of_another({ position, name: 'Achieng Ouma' })
  expect(identity.getByText(words)).toBeTruthy()
  const link = identity.getByRole('link', { name: m.admin_driver_see_other_papers() })
  expect(link.getAttribute('href')).toBe('/admin/drivers/achieng')
  const back = await photoOf(m.driver_photo_licence_back())
  expect(back.getByText(m.condition_photo_repeats_report({ position }))).toBeTruthy()
  expect(back.queryByRole('link')).toBe(null)
})
