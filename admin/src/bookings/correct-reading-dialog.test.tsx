import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { m } from '@twende/messages'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import { CorrectReadingDialog } from './correct-reading-dialog.tsx'

const user = userEvent.setup({ delay: null })
const ROUTE = 'POST /api/admin/booking/:bookingId/condition/:kind/reading'

test('kilometres that do not fit are sent again only with a tick, which holds for these alone', async () => {
  const requests = fakeApi({
    [ROUTE]: ({ body }) =>
      (body as { kmConfirmed: boolean }).kmConfirmed
        ? ({ success: true, message: 'Kilometres corrected' } as never)
        : refusalWith(409, 'reading_unlikely', 'The car had 76,300 km at its last reading'),
  })
  const booking = { _id: 'b1', updatedAt: '2026-04-01T06:00:00.000Z' } as never
  renderPage(<CorrectReadingDialog booking={booking} kind="return" km={76_600} open onClose={() => {}} />)
  const km = await screen.findByRole('textbox', { name: /^What the car really/ })
  const save = () => user.click(screen.getByRole('button', { name: m.admin_bookings_reading_save() }))
  await user.type(km, '766000')
  await user.type(screen.getByRole('textbox', { name: /^Why it is/ }), 'One digit was wrong')
  await save()
  expect(await screen.findByText(/76,300 km/)).toBeTruthy()
  const tick = () => screen.queryByRole('checkbox', { name: /766,000 km/ })
  expect(tick()).toBeTruthy()
  await user.click(tick() as HTMLElement)
  await user.type(km, '{Backspace}')
  expect(tick()).toBeNull()
  await save()
  await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ km: 76_600, kmConfirmed: false }))
  await user.click(await screen.findByRole('checkbox', { name: /76,600 km/ }))
  await save()
  await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ km: 76_600, kmConfirmed: true }))
})
