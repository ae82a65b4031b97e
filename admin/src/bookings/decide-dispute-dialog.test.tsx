import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { DisputeDecision } from '@twende/contract/bookings/condition/charge-dispute.ts'
import { m } from '@twende/messages'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import { DecideDisputeDialog, type DisputedItem } from './decide-dispute-dialog.tsx'

const disputedId = '0198a000-0000-7000-8000-000000000004'
const user = userEvent.setup({ delay: null })

/** The decision about 1,500 that are disputed. */
function show(item: DisputedItem, decision: DisputeDecision) {
  const requests = fakeApi({
    'POST /api/admin/booking/:bookingId/dispute/decide': () => ({ success: true, message: '' }) as never,
  })
  renderPage(
    <DecideDisputeDialog
      bookingId="b1"
      item={item}
      amount={1500}
      decision={decision}
      reach={{ email: 'achieng@example.com', isMuted: false, phone: '' }}
      act={async (send) => {
        await send()
      }}
      open
      onClose={() => {}}
    />,
  )
  return requests
}

const amount = () => screen.findByRole('textbox', { name: /^Amount/ })
const answer = () => screen.findByRole('textbox', { name: /^Answer to the customer/ })

test('the dialog says how the customer hears of the decision, and that there is no second one', async () => {
  show({ of: { keptPart: disputedId }, label: 'Damage' }, 'kept')
  const told = m.admin_reach_email({ email: 'achieng@example.com' })
  expect(await screen.findByText(told, { exact: false })).toBeTruthy()
  expect(screen.getByText(m.admin_dispute_final(), { exact: false })).toBeTruthy()
})

test('of what was kept no more is given back than is disputed, and a part needs an answer', async () => {
  const requests = show({ of: { keptPart: disputedId }, label: 'Damage' }, 'withdrawn')
  const give = () => user.click(screen.getByRole('button', { name: 'Give back' }))
  await user.clear(await amount())
  await user.type(await amount(), '1,600')
  await give()
  expect(await screen.findByText('No more than Ksh 1,500 is disputed.')).toBeTruthy()
  await user.clear(await amount())
  await user.type(await amount(), '500')
  await give()
  await waitFor(async () => expect((await answer()).getAttribute('aria-invalid')).toBe('true'))
  expect(requests).toHaveLength(0)
  await user.type(await answer(), 'A part of it was there before')
  await give()
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toEqual({
    keptPart: disputedId,
    decision: 'withdrawn',
    amount: 500,
    reason: 'A part of it was there before',
  })
})

test('a charge is withdrawn as a whole without an answer', async () => {
  const requests = show({ of: { charge: 0 }, label: 'Missing fuel' }, 'withdrawn')
  await user.click(await screen.findByRole('button', { name: m.admin_dispute_withdraw_button() }))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toEqual({ charge: 0, decision: 'withdrawn', reason: '' })
})

test('a fine that is kept needs an answer, and names no amount', async () => {
  const requests = show({ of: { fine: disputedId }, label: '11 Dec 2026' }, 'kept')
  const keep = () => user.click(screen.getByRole('button', { name: 'Keep fine' }))
  await answer()
  expect(screen.queryByRole('textbox', { name: /^Amount/ })).toBe(null)
  await keep()
  await waitFor(async () => expect((await answer()).getAttribute('aria-invalid')).toBe('true'))
  expect(requests).toHaveLength(0)
  await user.type(await answer(), 'The photo shows the car')
  await keep()
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toEqual({ fine: disputedId, decision: 'kept', reason: 'The photo shows the car' })
})
