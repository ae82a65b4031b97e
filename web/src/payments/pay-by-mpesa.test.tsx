import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Payment } from '@twende/contract/payments/payment.ts'
import { m } from '@twende/messages'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { beforeEach, expect, test, vi } from 'vitest'
import { PayByMpesa } from './pay-by-mpesa.tsx'

const asked: Payment = {
  _id: 'p1',
  purpose: 'booking',
  purchaseId: 'b1',
  amount: 11_000,
  phone: '0712 *** 004',
  status: 'processing',
  outcome: 'waiting',
  message: '',
  receipt: null,
  startedAt: '2026-11-20T09:00:00Z',
  resendAt: '2026-11-20T09:00:30Z',
}
const declined: Payment = { ...asked, status: 'failed', outcome: 'wrong_pin', message: 'Wrong PIN.' }

const user = userEvent.setup({ delay: null })
const number = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^M-Pesa number/ })

/** Paying 11,000 after a first request, over a server that answers what became of a second one. */
function show(first: Payment, second: () => Payment = () => asked, phone = '0712 345 004') {
  const phones: string[] = []
  const told: string[] = []
  fakeApi({ 'GET /api/payment/:paymentId': () => ({ success: true, data: second() }) })
  renderPage(
    <PayByMpesa
      payment={first}
      amount={11_000}
      phone={phone}
      demoPhone={false}
      askPhone={async (phone) => {
        phones.push(phone)
        return { ...asked, _id: 'p2', phone }
      }}
      onChange={({ status }) => told.push(status)}
    />,
  )
  return { phones, told }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:10Z') })
})

test('why a phone declined is told in plain words, and it is asked again half a minute after the request', async () => {
  const { phones } = show(declined)
  expect(screen.getByRole('heading', { name: 'Wrong PIN.' })).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Try again in 0:20' }).disabled).toBe(true)
  vi.setSystemTime(new Date('2026-11-20T09:00:30Z'))
  const again = await screen.findByRole<HTMLButtonElement>('button', { name: 'Try again' })
  await user.click(again)
  expect(phones).toEqual(['0712 345 004'])
  expect(await screen.findByRole('heading', { name: /^Check your phone 0712 345 004/ })).toBeTruthy()
})

test('another phone is asked: its number is typed over the one before, and the money that arrives is told', async () => {
  vi.setSystemTime(new Date('2026-11-20T09:01:00Z'))
  const paid = () => ({ ...asked, _id: 'p2', status: 'paid' as const, receipt: 'UKQ7HTY61B' })
  const { phones, told } = show(declined, paid, '254712345004')
  await user.click(screen.getByRole('button', { name: 'Use another number' }))
  const field = await number()
  expect(field.value).toBe('0712 345 004')
  await user.clear(field)
  await user.type(field, '12')
  await user.click(screen.getByRole('button', { name: 'Ask this phone for Ksh 11,000' }))
  expect(await screen.findByText(m.payment_view_phone_wrong())).toBeTruthy()
  expect(phones).toEqual([])
  await user.clear(field)
  await user.type(field, '0712 345 001')
  await user.click(screen.getByRole('button', { name: 'Ask this phone for Ksh 11,000' }))
  expect(await screen.findByText(m.payment_view_received())).toBeTruthy()
  expect(screen.getByText('UKQ7HTY61B')).toBeTruthy()
  expect(phones).toEqual(['0712 345 001'])
  expect(told).toEqual(['processing', 'paid'])
})

test('a part that came is named with what is left, and the phone is asked for that', async () => {
  vi.setSystemTime(new Date('2026-11-20T09:01:00Z'))
  const message = 'We received Ksh 500, and Ksh 11,000 was asked for.'
  const { phones } = show({ ...asked, status: 'partial', outcome: 'paid_less', left: 10_500, message })
  expect(screen.getByRole('heading', { name: message })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Pay the rest, Ksh 10,500' }))
  expect(phones).toEqual(['0712 345 004'])
})
