import { expect, test } from 'vitest'
import { readMpesaMessage } from './mpesa-message.ts'

/** 9/7/26 2:33 PM as `2026-07-09 14:33` in Nairobi. */
const nairobi = (text: string) => new Date(`${text.replace(' ', 'T')}:00+03:00`)

type Told = { kind: string; cents: number; at: string; party: string } & Partial<
  Record<'code' | 'partyPhone' | 'account' | 'reversed', string>
>

const samples: [name: string, text: string, told: Told][] = [
  [
    'money sent, as published',
    'UG9QXAXODW Confirmed. Ksh50.00 sent to TORY  RUKWARO 0758625343 on 9/7/26 at 2:33 PM. New M-PESA balance is Ksh0.00. Transaction cost, Ksh0.00.  Amount you can transact within the day is 499,950.00.',
    {
      code: 'UG9QXAXODW',
      kind: 'sent',
      cents: 50_00,
      at: '2026-07-09 14:33',
      party: 'TORY RUKWARO',
      partyPhone: '254758625343',
    },
  ],
  [
    'money sent through the app',
    'UG9QXAXODW Confirmed. KSH.50 sent to TORY RUKWARO, 0758***343 via My OneApp on 9th Jul 2026 at 2:33 pm.',
    {
      code: 'UG9QXAXODW',
      kind: 'sent',
      cents: 50_00,
      at: '2026-07-09 14:33',
      party: 'TORY RUKWARO',
      partyPhone: '0758***343',
    },
  ],
  [
    'money sent, number in groups',
    'UG9QX4T7LM Confirmed. Ksh2,000.00 sent to DEMO MOTORS 0700 000 111 on 9/7/26 at 2:33 PM. New M-PESA balance is Ksh1,250.50. Transaction cost, Ksh33.00. Amount you can transact within the day is 498,000.00.',
    {
      code: 'UG9QX4T7LM',
      kind: 'sent',
      cents: 2_000_00,
      at: '2026-07-09 14:33',
      party: 'DEMO MOTORS',
      partyPhone: '254700000111',
    },
  ],
  [
    'money sent, no number',
    'UG9QX4T7LM Confirmed. Ksh2,000.00 sent to DEMO  MOTORS on 9/7/26 at 2:33 PM. New M-PESA balance is Ksh1,250.50.',
    { kind: 'sent', cents: 2_000_00, at: '2026-07-09 14:33', party: 'DEMO MOTORS' },
  ],
  [
    'a paybill, as published',
    'UG7QXAORJU Confirmed. Ksh12,020.00 sent to Equity Paybill Account for account 497456#Loresho_44 on 7/7/26 at 11:59 AM New M-PESA balance is Ksh0.00. Transaction cost, Ksh57.00.Amount you can transact within the day is 487,980.00.',
    {
      code: 'UG7QXAORJU',
      kind: 'paybill',
      cents: 12_020_00,
      at: '2026-07-07 11:59',
      party: 'Equity Paybill Account',
      account: '497456#Loresho_44',
    },
  ],
  [
    'a paybill without a full stop before the balance',
    'UG9QX4T8AB Confirmed. Ksh4,500.00 sent to DEMO MOTORS LTD for account LST4821 on 9/7/26 at 4:26 PM New M-PESA balance is Ksh880.00. Transaction cost, Ksh42.00.',
    {
      code: 'UG9QX4T8AB',
      kind: 'paybill',
      cents: 4_500_00,
      at: '2026-07-09 16:26',
      party: 'DEMO MOTORS LTD',
      account: 'LST4821',
    },
  ],
  [
    'a till, as published',
    'UGJQX06L8X Confirmed. Ksh20.00 paid to DORCAS WANJIKU GATHINJI. on 19/7/26 at 8:11 PM.New M-PESA balance is Ksh337.49. Transaction cost, Ksh0.00. Amount you can transact within the day is 499,980.00.',
    {
      code: 'UGJQX06L8X',
      kind: 'till',
      cents: 20_00,
      at: '2026-07-19 20:11',
      party: 'DORCAS WANJIKU GATHINJI',
    },
  ],
  [
    'a till with a number in its name',
    'UG9QX4T9CD Confirmed. Ksh8,000.00 paid to DEMO MOTORS 2. on 9/7/26 at 4:21 PM.New M-PESA balance is Ksh1,120.00. Transaction cost, Ksh0.00.',
    { kind: 'till', cents: 8_000_00, at: '2026-07-09 16:21', party: 'DEMO MOTORS 2' },
  ],
  [
    'a till with full stops in its name',
    'UG9QX4T9CD Confirmed. Ksh8,000.00 paid to F.M STORES. on 9/7/26 at 4:21 PM.New M-PESA balance is Ksh1,120.00.',
    { kind: 'till', cents: 8_000_00, at: '2026-07-09 16:21', party: 'F.M STORES' },
  ],
  [
    'a till called after a balance',
    'UG9QX4T9CD Confirmed. Ksh8,000.00 paid to NEW BALANCE SHOP. on 9/7/26 at 4:21 PM.New M-PESA balance is Ksh1,120.00.',
    { kind: 'till', cents: 8_000_00, at: '2026-07-09 16:21', party: 'NEW BALANCE SHOP' },
  ],
  [
    'money received, as published',
    'UIUAB8L07F Confirmed.You have received Ksh1,000.00 from SANDRA  SIRMA 0723***873 on 30/9/26 at 3:45 PM  New M-PESA balance is Ksh6,103.82.',
    {
      code: 'UIUAB8L07F',
      kind: 'received',
      cents: 1_000_00,
      at: '2026-09-30 15:45',
      party: 'SANDRA SIRMA',
      partyPhone: '0723***873',
    },
  ],
  [
    'money received by the business',
    'UG9QX4TAEF Confirmed.You have received Ksh10,000.00 from JANE WANJIKU 0720***167 on 9/7/26 at 12:16 PM  New M-PESA balance is Ksh11,312.00.',
    {
      kind: 'received',
      cents: 10_000_00,
      at: '2026-07-09 12:16',
      party: 'JANE WANJIKU',
      partyPhone: '0720***167',
    },
  ],
  [
    'money received from a company',
    'UJ1C68SPRQ Confirmed. You have received Ksh2,000.00 from MTRH RSPO on 1/10/26 at 3:33 PM. New M-PESA balance is Ksh2,010.00.',
    { kind: 'received', cents: 2_000_00, at: '2026-10-01 15:33', party: 'MTRH RSPO' },
  ],
  [
    'money received from a bank',
    'UJ1C68SPRQ Confirmed. You have received Ksh2,000.00 from Equity Bulk Account 300600 on 1/10/26 at 3:33 PM. New M-PESA balance is Ksh2,010.00.',
    { kind: 'received', cents: 2_000_00, at: '2026-10-01 15:33', party: 'Equity Bulk Account 300600' },
  ],
  [
    'money received, in Swahili',
    'UJ1C68SPRQ Imethibitishwa. Umepokea Ksh2,000.00 kutoka kwa SANDRA SIRMA 0723000873 mnamo 1/10/26 saa 8:15 PM. Salio jipya la M-PESA ni Ksh2,010.00.',
    {
      kind: 'received',
      cents: 2_000_00,
      at: '2026-10-01 20:15',
      party: 'SANDRA SIRMA',
      partyPhone: '254723000873',
    },
  ],
  [
    'a till as its owner sees it',
    'UJ2H08M4M3 Confirmed.on 2/10/26 at 7:37 PMKSH40.00 received from 254700000001 Jane Doe. New Account balance is KSH1,090.05. Transaction cost, KSH0.00.',
    {
      kind: 'received',
      cents: 40_00,
      at: '2026-10-02 19:37',
      party: 'Jane Doe',
      partyPhone: '254700000001',
    },
  ],
  [
    'an older till as its owner sees it',
    'QAI1S35S7Z Confirmed.on 18/1/22 at 3:57 PMKsh40.00 received from 254721863742 MERCY WANJA. New Account balance is Ksh440.00.',
    {
      code: 'QAI1S35S7Z',
      kind: 'received',
      cents: 40_00,
      at: '2022-01-18 15:57',
      party: 'MERCY WANJA',
      partyPhone: '254721863742',
    },
  ],
  [
    'a till paid through a bank',
    'RAQ788BUHD Confirmed on 26/1/23 at 12:47 PM Ksh45,200.00 received from 488519-NCBA Bank M- pesa:254780429439. New Account balance is Ksh45,087.00',
    {
      kind: 'received',
      cents: 45_200_00,
      at: '2023-01-26 12:47',
      party: '488519-NCBA Bank M- pesa',
      partyPhone: '254780429439',
    },
  ],
  [
    'a pochi as its owner sees it',
    'TCH01GAG8Y Confirmed.You have received Ksh10.00 from RICHARD  MACHAGE on 17/3/25 at 12:03 PM  New business balance is Ksh10.00. To access your funds, Dial *334#.',
    { kind: 'received', cents: 10_00, at: '2025-03-17 12:03', party: 'RICHARD MACHAGE' },
  ],
  [
    'a reversal to the sender',
    'UF7MKM7FTT confirmed. Reversal of transaction UF7MK70VIL has been successfully reversed on 7/6/26 at 5:56 PM and Ksh30.00 is credited to your M-PESA account. New M-PESA account balance is Ksh1,956.99.',
    {
      code: 'UF7MKM7FTT',
      kind: 'reversal',
      cents: 30_00,
      at: '2026-06-07 17:56',
      party: '',
      reversed: 'UF7MK70VIL',
    },
  ],
  [
    'a reversal from the receiver',
    'UF7MKM7FTT confirmed. Reversal of transaction UF7MK70VIL has been successfully reversed on 7/6/26 at 5:56 PM and Ksh30.00 is debited from your M-PESA account. New M-PESA account balance is Ksh1,956.99.',
    { kind: 'reversal', cents: 30_00, at: '2026-06-07 17:56', party: '', reversed: 'UF7MK70VIL' },
  ],
  [
    'airtime',
    'UF7MK70VIL confirmed.You bought Ksh5.00 of airtime on 7/6/26 at 5:56 PM.New M-PESA balance is Ksh70.00.',
    { kind: 'airtime', cents: 5_00, at: '2026-06-07 17:56', party: '' },
  ],
  [
    'a withdrawal',
    'UFUMK70VIL Confirmed.on 30/6/26 at 7:45 PMWithdraw Ksh18,310.00 from 3000431 - CORNER SHOP New M-PESA balance is Ksh12.00. Transaction cost, Ksh197.00.',
    { kind: 'withdrawal', cents: 18_310_00, at: '2026-06-30 19:45', party: '3000431 - CORNER SHOP' },
  ],
  [
    'a deposit',
    'UG7MK70VIL Confirmed. On 7/7/26 at 11:57 AM Give Ksh12,000.00 cash to CORNER SHOP New M-PESA balance is Ksh12,090.00.',
    { kind: 'deposit', cents: 12_000_00, at: '2026-07-07 11:57', party: 'CORNER SHOP' },
  ],
  [
    'a paybill as its owner sees it',
    'UG7MK70VIL Confirmed. on 7/7/26 at 11:57 AM Ksh2,000.00 received from BRIAN OMONDI 0711998877 for account DUKA001. New Utility balance is Ksh9,000.00.',
    {
      kind: 'received',
      cents: 2_000_00,
      at: '2026-07-07 11:57',
      party: 'BRIAN OMONDI',
      account: 'DUKA001',
      partyPhone: '254711998877',
    },
  ],
  [
    'the amount named twice over, the verb misspelt',
    'UG9QX4T7LM confirmed. Ksh Ksh4,870.00 transfered to DEMO MOTORS 0700000111 on 9/7/2026 at 2:33PM',
    {
      kind: 'sent',
      cents: 4_870_00,
      at: '2026-07-09 14:33',
      party: 'DEMO MOTORS',
      partyPhone: '254700000111',
    },
  ],
  [
    'congratulations, small letters and an advert',
    'Congratulations! ug9qx4t7lm confirmed. kes 2000 sent to demo motors 254700000111 on 09/07/26 at 02:33 pm. Win big: https://example.com on 1/1/27 at 1:00 PM',
    {
      code: 'UG9QX4T7LM',
      kind: 'sent',
      cents: 2_000_00,
      at: '2026-07-09 14:33',
      party: 'demo motors',
      partyPhone: '254700000111',
    },
  ],
  [
    'a code of nine characters',
    'BC23DE456 Confirmed. Ksh2,000.00 sent to DEMO MOTORS 0700000111 on 9/7/12 at 2:33 PM.',
    {
      code: 'BC23DE456',
      kind: 'sent',
      cents: 2_000_00,
      at: '2012-07-09 14:33',
      party: 'DEMO MOTORS',
      partyPhone: '254700000111',
    },
  ],
  [
    'cents, midnight and hidden marks',
    'UG9QX4T7LM\u200b Confirmed.\u00a0Ksh2,000.5\n sent to  \u202aDEMO MOTORS\u202c\r\non 9/7/26 at 12:05 AM.',
    { kind: 'sent', cents: 2_000_50, at: '2026-07-09 00:05', party: 'DEMO MOTORS' },
  ],
]

test.each(samples)('reads %s', (_, text, { at, ...told }) => {
  expect(readMpesaMessage(text)).toEqual({
    code: expect.stringMatching(/^[A-Z][A-Z0-9]{8,9}$/),
    read: true,
    partyPhone: null,
    account: null,
    reversed: null,
    several: false,
    ...told,
    amount: Math.floor(told.cents / 100),
    paidAt: nairobi(at),
  })
})

test.each([
  ['', 'empty'],
  [' \n\u200b ', 'empty'],
  ['Failed. Insufficient funds in your M-PESA account as well as Fuliza to pay Ksh2,000.00.', 'failed'],
  ['Money sent to DEMO MOTORS on 730000111 Ksh 2,000. Bal: Ksh 150. TID: 26070912345.', 'airtel'],
  ['You have sent Ksh 2,000.00 to DEMO MOTORS. Airtel Money', 'airtel'],
  [
    'UG9QX4T7LM Confirmed. Fuliza M-PESA amount is Ksh 500.00. Access Fee charged Ksh 5.00. Total Fuliza M-PESA outstanding amount is Ksh505.00 due on 08/08/26.',
    'fuliza',
  ],
  ['I have sent you two thousand', 'no_code'],
  ['UG9QX4T7LM', 'no_code'],
  ['Transaction successful confirmed. Ksh2,000 sent to DEMO MOTORS', 'no_code'],
  ['UG9QX4T7 Confirmed. Ksh2,000.00 sent to DEMO MOTORS on 9/7/26 at 2:33 PM.', 'no_code'],
  ['UG9QX4T7LMZZ Confirmed. Ksh2,000.00 sent to DEMO MOTORS on 9/7/26 at 2:33 PM.', 'no_code'],
  ['UG9QX4T7LM Confirmed.', 'unreadable'],
  ['UG9QX4T7LM Confirmed. New M-PESA balance is Ksh1,250.50.', 'unreadable'],
  ['UG9QX4T7LM Confirmed. Your request to pay Ksh2,000.00 has failed.', 'failed'],
  ['TID9876543 Confirmed. You have paid Ksh2,000.00 to DEMO MOTORS. Airtel Money', 'airtel'],
  ['UG9QX4T7LM Confirmed. Ksh2,00.00 sent to DEMO MOTORS on 9/7/26 at 2:33 PM.', 'unreadable'],
  ['UG9QX4T7LM Confirmed. Ksh0.00 sent to DEMO MOTORS on 9/7/26 at 2:33 PM.', 'unreadable'],
  ['UG9QX4T7LM Confirmed. Ksh-50 sent to DEMO MOTORS on 9/7/26 at 2:33 PM.', 'unreadable'],
  ['UG9QX4T7LM Confirmed. USD 20 sent to DEMO MOTORS on 9/7/26 at 2:33 PM.', 'unreadable'],
])('%j is no payment: %s', (text, problem) => {
  expect(readMpesaMessage(text)).toEqual({ read: false, problem })
})

test('a text longer than any message is not even looked at', () => {
  const message = 'UG9QX4T7LM Confirmed. Ksh2,000.00 paid to DEMO MOTORS. on 9/7/26 at 2:33 PM.'
  expect(readMpesaMessage(message.padEnd(1000, ' '))).toMatchObject({ read: true })
  expect(readMpesaMessage(message.padEnd(1001, ' '))).toEqual({ read: false, problem: 'too_long' })
})

test.each([
  '31/2/26 at 2:33 PM',
  '0/7/26 at 2:33 PM',
  '9/13/26 at 2:33 PM',
  '9/7/26 at 0:33 PM',
  '9/7/26 at 2:71 PM',
])('the moment %j does not exist, and the rest is read all the same', (moment) => {
  const text = `UG9QX4T7LM Confirmed. Ksh2,000.00 sent to DEMO MOTORS 0700000111 on ${moment}.`
  expect(readMpesaMessage(text)).toMatchObject({ party: 'DEMO MOTORS', amount: 2_000, paidAt: null })
})

test('a message cut off before its date is read as far as it goes', () => {
  const text =
    'UG9QX4T7LM Confirmed. Ksh2,000.00 sent to DEMO MOTORS 0700000111. New M-PESA balance is Ksh1,250.50'
  expect(readMpesaMessage(text)).toMatchObject({
    party: 'DEMO MOTORS',
    partyPhone: '254700000111',
    paidAt: null,
  })
})

test('a message worded in a new way still tells its code, amount and date', () => {
  const text =
    'UG9QX4T7LM Confirmed. On 9/7/26 at 2:33 PM you gave KES 2,000 to DEMO MOTORS. New balance is Ksh5.00'
  expect(readMpesaMessage(text)).toMatchObject({
    code: 'UG9QX4T7LM',
    kind: 'unknown',
    amount: 2_000,
    paidAt: nairobi('2026-07-09 14:33'),
    party: '',
  })
})

test('a message that tells its day but not its time is of that day', () => {
  const text = 'UG9QX4T7LM Confirmed. Ksh2,000.00 sent to DEMO MOTORS 0700000111 on 9/7/26'
  expect(readMpesaMessage(text)).toMatchObject({
    party: 'DEMO MOTORS',
    partyPhone: '254700000111',
    paidAt: nairobi('2026-07-09 00:00'),
  })
})

test('of several messages the first payment is read, and that there were several is told', () => {
  const fuliza = 'UG9QX4T7LM Confirmed. Fuliza M-PESA amount is Ksh 500.00. Access Fee charged Ksh 5.00.'
  const airtime = 'UG9QX4T6AA confirmed.You bought Ksh5.00 of airtime on 9/7/26 at 2:30 PM.'
  const paid = 'UG9QX4T7LM Confirmed. Ksh2,000.00 paid to DEMO MOTORS. on 9/7/26 at 2:33 PM.'
  expect(readMpesaMessage(`${fuliza}\n${paid}`)).toMatchObject({
    kind: 'till',
    amount: 2_000,
    several: false,
  })
  expect(readMpesaMessage(`${airtime} ${paid}`)).toMatchObject({
    code: 'UG9QX4T7LM',
    kind: 'till',
    several: true,
  })
})
