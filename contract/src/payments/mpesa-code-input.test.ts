import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { MpesaCode, RefundCode } from './mpesa-code-input.ts'

const BUY =
  'UKQ7QAXODW Confirmed. Ksh4,500.00 sent to TWENDE LTD for account BK1234 on 26/11/26 at 2:33 PM New M-PESA balance is Ksh0.00. Transaction cost, Ksh57.00.'
const TILL =
  'UKQ7QAXODW Confirmed.on 26/11/26 at 7:37 PMKSH40.00 received from 254700000001 Jane Doe. New Account balance is KSH1,090.05.'
const SWAHILI =
  'ukq7qaxodw Imethibitishwa. Umepokea Ksh2,000.00 kutoka kwa JANE 0700000001 mnamo 26/11/26 saa 8:15 PM. Salio jipya la M-PESA ni Ksh1'

describe('a code of M-Pesa', () => {
  test.each([
    'UKQ7QAXODW',
    ' ukq7 qaxodw ',
    '\u2066UKQ7QAXODW\u2069',
    'ＵＫＱ７ＱＡＸＯＤＷ',
    BUY,
    TILL,
    SWAHILI,
    `Fwd: ${BUY}`,
    BUY.replaceAll(' ', '\n'),
  ])('is read from “%s”', (typed) => {
    expect(z.parse(MpesaCode, typed)).toBe('UKQ7QAXODW')
    expect(z.parse(RefundCode, typed)).toBe('UKQ7QAXODW')
  })

  test.each([
    'From the deposit',
    'UKQ7',
    'Failed. Insufficient funds in your M-PESA account.',
    'x'.repeat(5_000),
  ])('is not read from “%s”', (typed) => {
    expect(z.safeParse(MpesaCode, typed).success).toBe(false)
  })
})
