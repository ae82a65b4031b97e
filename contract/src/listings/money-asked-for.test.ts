import { describe, expect, test } from 'vitest'
import { asksForMoney } from './money-asked-for.ts'

describe('these words ask for money', () => {
  test.each([
    'A small deposit holds it',
    'DEPOSIT required before viewing',
    'Send money by Western Union',
    'Moneygram accepted',
    'Send me some cash and I drive to you',
    'Pay a commitment fee of 10k',
    'Buyer pays the transport fee',
    'Fuel money needed, I come to you',
    'Viewing fee 500 bob',
    'Booking fee refundable',
    'Clearance fees at the port are yours',
    'Commitment amount Ksh 20,000',
    'Pay first, collect tomorrow',
    'Payment in advance only',
    'Half upfront payment',
    'Pay 20k upfront',
    'Send 5,000 to hold it',
    'Pay something small to reserve the car',
    'Pay before viewing',
    'M-Pesa me the token today',
    'Tuma amana leo',
    'tuma pesa kwa hii namba',
    'Lipa kwanza',
    'LIPA   KWANZA!!!',
    'Ulipe kwanza ndio uone gari',
    'Weka amana ya elfu kumi',
    'Nitumie pesa ya mafuta',
    'Tutumie hela kidogo',
    'Utume nauli nikuletee gari',
    'Toa nusu sasa',
    'Lipa nusu, nusu baadaye',
    'Malipo kwanza',
    'Lipa kabla ya kuona gari',
    'Kabla ya kuona gari lipa elfu tano',
    'Pesa ya usafiri ni yako',
    'Fedha za kuhifadhi gari',
    'Ada ya kuhifadhi ni 5,000',
    'Gharama ya usafirishaji italipwa mapema',
    'Amana inarejeshwa',
    'Shikilia gari kwa elfu kumi',
    'Tuma kwanza pesa',
  ])('%s', (text) => {
    expect(asksForMoney(text)).toBe(true)
  })
})

describe('these do not', () => {
  test.each([
    'No deposit, pay when the transfer is under way',
    'Without a deposit',
    'Bila amana, lipa ukiona gari',
    'Hakuna amana',
    'Duty paid, no fees',
    'Fully paid logbook',
    'Send me a message on WhatsApp',
    'Call before you come',
    'Saves you money on fuel',
    'Low fuel use, transport for the whole family',
    'Booked for service every 5,000 km',
    'First owner, first registered in 2017',
    'Viewing in Westlands by appointment',
    'Inatumia mafuta kidogo',
    'Ushuru umelipwa',
    'Nitumie ujumbe',
    'Tuma picha ukitaka zaidi',
    'Lipa ukishaona gari na logbook',
    'Bei inajadiliwa, njoo uone kwanza',
    'Gari la kwanza kusajiliwa 2017',
    'Kuona gari ni bure',
    'Ksh 1,330,000 cash or bank transfer',
  ])('%s', (text) => {
    expect(asksForMoney(text)).toBe(false)
  })
})
