import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { showInstant } from '@twende/contract/calendar-day.ts'
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
    withdrawal: null,
    submittedAt: '2026-11-20T09:05:00.000Z',
    photos: [],
    accountId: 'a1',
    booking: null,
  },
  checks: [],
  hirer: { name: 'Juma Otieno', phone: '' },
  refusal: null,
  withdrawnBefore: null,
  takenOutOf: [],
  repeats: [
    { photo: 'identity_front', of: 'licence_front', driver: { _id: 'achieng', fullName: 'Achieng Ouma' } },
    { photo: 'licence_back', of: 'licence_front', driver: null },
  ],
}

function Sheet() {
  const props = { loaderData: useLoaderData(), params: useParams() }
  return <DriverPage {...(props as unknown as Parameters<typeof DriverPage>[0])} />
}

function renderSheet() {
  renderRoutes(
    [{ path: '/admin/drivers/:driverId', Component: Sheet, loader: clientLoader as never }],
    '/admin/drivers/juma',
  )
}

test('a photo that was sent for another person is said at that photo, with a link to those papers', async () => {
  fakeApi({ 'GET /api/admin/driver/:driverId': () => juma })
  renderSheet()
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

test('papers of somebody who was taken out of a booking say that an approval does not put the person back', async () => {
  const reason = 'Had a crash last week'
  const takenOutOf = [{ _id: 'b1', reference: 'BK1234', reason }]
  fakeApi({ 'GET /api/admin/driver/:driverId': () => ({ ...juma, takenOutOf }) })
  renderSheet()
  const words = m.admin_driver_taken_out_of({ reference: 'BK1234', reason })
  const note = await screen.findByText(words, { exact: false })
  const link = within(note).getByRole('link', { name: m.admin_driver_see_booking({ reference: 'BK1234' }) })
  expect(link.getAttribute('href')).toBe('/admin/bookings/b1')
})

test('an approval is withdrawn with a reason that the customer reads, and the dialog says the way back', async () => {
  const at = '2026-11-21T09:05:00.000Z'
  const approved = {
    at: '2026-11-20T10:05:00.000Z',
    by: 'Amina Hassan',
    outcome: 'approved',
    reason: null,
  } as const
  let sheet: typeof juma = { ...juma, data: { ...juma.data, status: 'approved' }, checks: [approved] }
  const asked = fakeApi({
    'GET /api/admin/driver/:driverId': () => sheet,
    'POST /api/admin/driver/:driverId/withdraw': () => {
      sheet = {
        ...sheet,
        data: { ...sheet.data, status: 'refused', withdrawal: { at, reason: 'Never issued' } },
        checks: [approved, { at, by: 'Amina Hassan', outcome: 'withdrawn', reason: null }],
      }
      return sheet
    },
  })
  const user = userEvent.setup({ delay: null })
  renderSheet()
  await user.click(await screen.findByRole('button', { name: m.admin_driver_withdraw() }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(m.admin_driver_withdraw_text())).toBeTruthy()
  const yes = dialog.getByRole('button', { name: m.admin_driver_withdraw() })
  await user.click(yes)
  expect(await dialog.findByText(m.validation_reason_missing())).toBeTruthy()
  expect(asked.some(({ name }) => name.endsWith('/withdraw'))).toBe(false)
  await user.type(dialog.getByRole('textbox'), 'Never issued')
  await user.click(yes)
  const words = m.admin_driver_check_withdrawn({
    name: 'Amina Hassan',
    time: showInstant(at),
    reason: 'Never issued',
  })
  expect(await screen.findByText(words)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: m.admin_driver_withdraw() })).toBe(null))
})

test('papers with a licence whose approval was withdrawn before are checked with that warning', async () => {
  const before = { at: '2026-11-21T09:05:00.000Z', reason: 'Never issued', driverId: 'older' }
  fakeApi({ 'GET /api/admin/driver/:driverId': () => ({ ...juma, withdrawnBefore: before }) })
  renderSheet()
  const words = m.admin_driver_withdrawn_before({ day: '21 Nov 2026', reason: 'Never issued' })
  expect(await screen.findByText(words)).toBeTruthy()
})
