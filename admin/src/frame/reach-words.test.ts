import { m } from '@twende/messages'
import { expect, test } from 'vitest'
import { reachWords } from './reach-words.ts'

const reach = { email: 'achieng@example.com', isMuted: false, phone: '0718000123' }
const phone = '0718 000 123'

test.each([
  ['the address is named', reach, {}, m.admin_reach_email({ email: reach.email })],
  ['without one, whom to call', { ...reach, email: null }, {}, m.admin_reach_phone({ phone })],
  [
    'without any way, that nobody is told',
    { email: null, isMuted: false, phone: '' },
    {},
    m.admin_reach_nobody(),
  ],
  [
    'a number with hidden digits is none to call',
    { email: null, isMuted: false, phone: '2547 ***** 126' },
    {},
    m.admin_reach_nobody(),
  ],
  [
    'what is always sent is not switched off',
    { ...reach, isMuted: true },
    {},
    m.admin_reach_email({ email: reach.email }),
  ],
  [
    'what is switched off is not promised',
    { ...reach, isMuted: true },
    { mutable: true },
    m.admin_reach_muted({ phone }),
  ],
])('how a customer is told: %s', (_, known, of, words) => {
  expect(reachWords(known, of)).toBe(words)
})
