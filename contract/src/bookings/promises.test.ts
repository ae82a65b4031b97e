import { m } from '@twende/messages'
import { expect, test } from 'vitest'
import { rentalDays } from './rental-period.ts'

const limits = { longest: 90, horizon: 365 }

test('the terms count the days of a rental as its price does: by dates, whatever the hours', () => {
  // From 08:00 on Monday to 20:00 on Tuesday, which is 36 hours.
  expect(rentalDays('2026-03-02', '2026-03-03')).toBe(1)
  expect(m.terms_booking_price(limits, { locale: 'en' })).toContain('from Monday to Tuesday is one day')
  expect(m.terms_booking_price(limits, { locale: 'sw' })).toContain('Jumatatu hadi Jumanne ni siku moja')
  for (const locale of ['en', 'sw'] as const)
    expect(m.terms_booking_price(limits, { locale })).not.toMatch(/24 hours|saa 24/)
})

test('no page promises what nobody asks or looks at: how long a licence was held, and the papers of a car for sale', () => {
  for (const locale of ['en', 'sw'] as const) {
    expect(m.terms_driving_who({}, { locale })).not.toMatch(/two years|miaka miwili/)
    expect(m.home_why_sellers_text({}, { locale })).not.toMatch(/papers|hati/)
  }
})
