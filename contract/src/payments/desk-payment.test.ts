import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { codeFitsMethod, DESK_METHODS, deskPaymentFields } from './desk-payment.ts'

const Paying = z.object(deskPaymentFields(DESK_METHODS)).check(codeFitsMethod)
const refusalOf = (body: object) => Paying.safeParse({ note: '', ...body }).error?.issues[0]?.message

test.each([
  [{ paidBy: 'mpesa', code: 'UKQ7QAXODW' }, undefined],
  [{ paidBy: 'cash' }, undefined],
  [{ paidBy: 'mpesa' }, 'Please enter the M-Pesa code of the payment'],
  [{ paidBy: 'cash', code: 'UKQ7QAXODW' }, 'Only an M-Pesa payment has a code'],
])('a code belongs to M-Pesa alone: %j', (body, refusal) => {
  expect(refusalOf(body)).toBe(refusal)
})
