import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { LISTING_PLANS } from '@twende/contract/settings/first-settings.ts'
import { m } from '@twende/messages'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { ownListing as listing } from '@twende/ui/testing/own-listing.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { planPaidText } from '../listing-form/pasted-message.tsx'
import { RenewByMessage } from './renew-by-message.tsx'

const pasted =
  'UG9QX4T7LM Confirmed. Ksh4,500.00 sent to DEMO MOTORS 0700 000 111 on 9/7/26 at 2:33 PM. New M-PESA balance is Ksh1,250.50. Transaction cost, Ksh33.00. Amount you can transact within the day is 498,000.00.'

type RenewalProps = { onSent: (listing: OwnListing) => void; of?: OwnListing }

function Renewal({ onSent, of = listing }: RenewalProps) {
  const [amount, setAmount] = useState('2000')
  return <RenewByMessage listing={of} amount={amount} onAmount={setAmount} onSent={onSent} />
}

const message = () => screen.getByRole('textbox', { name: /M-Pesa message/i })
const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount paid/ })
const send = () => user.click(screen.getByRole('button', { name: m.renew_send() }))
const user = userEvent.setup({ delay: null })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-09T12:00:00Z') })
})

async function paste(text: string) {
  await user.click(message())
  await user.paste(text)
}

test('a pasted message is read: what was paid fills the amount, and stands below with its code', async () => {
  renderPage(<Renewal onSent={() => {}} />)
  await paste(pasted)
  expect(amount().value).toBe('4500')
  const summary = screen.getByText('UG9QX4T7LM').closest('[role="status"]')
  expect(summary?.textContent).toContain('Ksh 4,500')
  expect(summary?.textContent).toContain('DEMO MOTORS')
  expect(summary?.textContent).toContain('9 Jul 2026, 14:33')
})

test('a message of the rest pays for the plan together with the part that was paid before', async () => {
  const payment = { ...listing.payment, status: 'partial', amount: 500, counted: 500 } as const
  renderPage(<Renewal onSent={() => {}} of={{ ...listing, payment }} />)
  await paste(pasted.replace('Ksh4,500.00', 'Ksh1,500.00'))
  const summary = screen.getByText('UG9QX4T7LM').closest('[role="status"]')?.textContent
  expect(summary).toContain(planPaidText(2_000, LISTING_PLANS))
  expect(summary).toContain('Ksh 1,500')
})

test('another amount than the message says is a warning, not a refusal', async () => {
  renderPage(<Renewal onSent={() => {}} />)
  await paste(pasted)
  await user.clear(amount())
  await user.type(amount(), '2000')
  expect(screen.getByText(m.payment_proof_warning_other_amount())).toBeTruthy()
})

test('a text that is no payment is said at its field when it is sent, and takes the focus', async () => {
  const requests = fakeApi({})
  renderPage(<Renewal onSent={() => {}} />)
  await paste('Please call me when the car is ready')
  await send()
  await waitFor(() => expect(document.activeElement).toBe(message()))
  expect(message().getAttribute('aria-invalid')).toBe('true')
  expect(
    document.getElementById(message().getAttribute('aria-describedby')?.split(' ').at(-1) ?? ''),
  ).toBeTruthy()
  expect((message() as HTMLTextAreaElement).value).toBe('Please call me when the car is ready')
  expect(requests).toEqual([])
})

test('a whole proof is sent as it was pasted', async () => {
  const requests = fakeApi({
    'POST /api/sell/renew': () => ({ success: true, message: 'Sent', data: listing, payment: null }),
  })
  const onSent = vi.fn()
  renderPage(<Renewal onSent={onSent} />)
  await paste(pasted)
  const name = screen.getByRole('textbox', { name: /^M-Pesa name/ })
  await user.type(name, 'Achieng Otieno')
  await send()
  await waitFor(() => expect(onSent).toHaveBeenCalledWith(listing))
  expect(requests[0]?.body).toMatchObject({
    id: listing._id,
    paymentMethod: 'message',
    mpesaMessage: pasted,
    amount: '4500',
    mpesaName: 'Achieng Otieno',
  })
})
