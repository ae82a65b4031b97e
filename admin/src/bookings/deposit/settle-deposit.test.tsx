import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import type { ConditionReport } from '@twende/contract/bookings/condition/condition-routes.ts'
import type { AdminDeposit } from '@twende/contract/bookings/deposit.ts'
import { m } from '@twende/messages'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test, vi } from 'vitest'
import { DepositPanel } from './deposit-panel.tsx'
import { KeepDepositDialog } from './keep-deposit-dialog.tsx'
import { SettleDepositDialog } from './take-deposit-dialogs.tsx'

const photoId = '0198a000-0000-7000-8000-000000000004'
const booking = { _id: 'b1', bookingId: 'BK4821' }
const deposit: AdminDeposit = {
  _id: 'd1',
  reference: 'D4821',
  amount: 20_000,
  due: 0,
  held: 20_000,
  owedBack: 0,
  returned: 0,
  moved: 0,
  waived: false,
  returnBy: '2026-12-15T09:00:00Z',
  waivedBy: null,
  waiverReason: '',
  settledBy: null,
  reach: { email: 'achieng@example.com', isMuted: false, phone: '' },
  keepable: 20_000,
  settlement: { owed: 0, keep: 0, back: 20_000 },
  kept: [],
}
const report: ConditionReport = {
  kind: 'return',
  km: 42_380,
  fuel: 4,
  note: '',
  marks: [],
  equipment: [],
  photos: [
    {
      _id: photoId,
      position: 'left',
      markId: null,
      file: {
        _id: 'f1',
        kind: 'condition_photo',
        mediaType: 'image/webp',
        link: '/f1',
        thumbnailLink: '/f1s',
      },
    },
  ],
} as unknown as ConditionReport

const user = userEvent.setup({ delay: null })
const act = async (send: () => Promise<unknown>) => {
  await send()
}

function serve() {
  return fakeApi({
    'GET /api/admin/booking/:bookingId/condition': () => ({
      success: true,
      data: { handover: null, return: report, inProgress: null } as never,
    }),
    'POST /api/admin/booking/:bookingId/deposit/keep': () => ({ success: true, message: '' }) as never,
    'POST /api/admin/booking/:bookingId/deposit/settle': () => ({ success: true, message: '' }) as never,
  })
}

test('a part of the deposit is kept with a reason, words and a photo, and never more than is held', async () => {
  const requests = serve()
  const closed = vi.fn()
  renderPage(<KeepDepositDialog booking={booking} deposit={deposit} open act={act} onClose={closed} />)
  const keep = () => user.click(screen.getByRole('button', { name: 'Keep part of the deposit' }))
  const amount = await screen.findByRole('textbox', { name: /^Amount to keep/ })
  await user.selectOptions(screen.getByRole('combobox', { name: /^Reason/ }), 'Damage')
  await user.type(amount, '20,001')
  await user.type(screen.getByRole('textbox', { name: /^Words for the customer/ }), 'The scratch')
  await keep()
  expect(await screen.findByText('Choose a photo of the return, or take a new one.')).toBeTruthy()
  expect(screen.getByText(m.error_deposit_kept_above_held_by({ held: 'Ksh 20,000' }))).toBeTruthy()
  expect(requests.filter(({ name }) => name.startsWith('POST'))).toHaveLength(0)
  await user.clear(amount)
  await user.type(amount, '1,500')
  await user.click(await screen.findByRole('checkbox', { name: 'Left side' }))
  await keep()
  await waitFor(() => expect(closed).toHaveBeenCalled())
  const sent = requests.filter(({ name }) => name.startsWith('POST')).map(({ body }) => body)
  expect(sent).toEqual([
    expect.objectContaining({
      amount: '1500',
      reason: 'damage',
      words: 'The scratch',
      photoIds: photoId,
    }),
  ])
})

test.each([
  ['', 'Ksh 2,000 is owed for this booking. What you keep pays that first.'],
  [
    '2,000',
    'All of it pays what is owed (Ksh 2,000). Nothing is charged for the reason. For both, type a larger amount.',
  ],
  ['3,500', 'Ksh 2,000 of it pays what is owed. Ksh 1,500 is charged for the reason.'],
])('while something is owed, the amount %s says what it pays first', async (typed, words) => {
  serve()
  const owing = { ...deposit, settlement: { owed: 2_000, keep: 2_000, back: 18_000 } }
  renderPage(<KeepDepositDialog booking={booking} deposit={owing} open act={act} onClose={() => {}} />)
  const amount = await screen.findByRole('textbox', { name: /^Amount to keep/ })
  if (typed) await user.type(amount, typed)
  const told = screen.getByText(/^(Ksh.2,000 (is owed|of it)|All of it)/)
  expect(told.textContent?.replaceAll('\u00a0', ' ')).toContain(words)
})

test('where more is owed than is held, no larger amount is asked for', async () => {
  serve()
  const owing = { ...deposit, settlement: { owed: 25_000, keep: 20_000, back: 0 } }
  renderPage(<KeepDepositDialog booking={booking} deposit={owing} open act={act} onClose={() => {}} />)
  await user.type(await screen.findByRole('textbox', { name: /^Amount to keep/ }), '20,000')
  const told = screen.getByText(/^All of it pays what is owed/).textContent?.replaceAll('\u00a0', ' ')
  expect(told).toBe('All of it pays what is owed (Ksh 25,000). Nothing is charged for the reason.')
})

test('where nothing is owed, all of the deposit goes back without a question', async () => {
  const requests = serve()
  renderPage(<SettleDepositDialog booking={booking} deposit={deposit} open act={act} onClose={() => {}} />)
  const give = await screen.findByRole('button', { name: 'Give back deposit' })
  expect(screen.queryByRole('radio')).toBe(null)
  await user.click(give)
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toEqual({})
})

test.each([
  ['keep', /^Keep Ksh 500 of the deposit for it/, 'Keep Ksh 500, give back Ksh 19,500'],
  ['leave', /^Give all of it back, Ksh 20,000\. Ksh 500 stays owed\.$/, /^Give back Ksh 20,000/],
])(
  'what is owed is kept from the deposit or stays owed, as staff chooses: %s',
  async (owed, choice, button) => {
    const requests = serve()
    const settlement = { owed: 500, keep: 500, back: 19_500 }
    renderPage(
      <SettleDepositDialog
        booking={booking}
        deposit={{ ...deposit, settlement }}
        open
        act={act}
        onClose={() => {}}
      />,
    )
    await user.click(await screen.findByRole('radio', { name: choice }))
    await user.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.body).toEqual({ owed })
  },
)

test('a deposit of which nothing is left names no day by which it goes back', async () => {
  const kept = { ...deposit, held: 0, keepable: 0, settlement: { owed: 5_100, keep: 0, back: 0 } }
  const completed = { ...booking, status: 'completed', customerInfo: { phone: '0722000333' } }
  renderPage(<DepositPanel booking={completed as unknown as AdminBooking} deposit={kept} />)
  expect(await screen.findByText(m.admin_deposit_amount())).toBeTruthy()
  expect(screen.queryByText(m.admin_deposit_return_by())).toBe(null)
})
