import { expect, test } from 'vitest'
import { phoneIn, replyHref } from './contact-message-reply.ts'

const contactMessage = {
  _id: '1',
  name: 'Amina & Ali',
  email: 'amina+cars@example.com',
  message: 'Is the Vitz free?\nCall 0712 345 678.',
  state: 'open' as const,
  receivedAt: '2026-12-01T09:00:00Z',
  answeredAt: null,
  answeredBy: null,
  forwardProblem: '',
}

test('a reply greets, and quotes what was written', () => {
  const { protocol, pathname, searchParams } = new URL(replyHref(contactMessage))
  expect(protocol + decodeURIComponent(pathname)).toBe('mailto:amina+cars@example.com')
  expect(searchParams.get('subject')).toBe('Your message to Twende')
  expect(searchParams.get('body')).toContain('Hello Amina & Ali,')
  expect(searchParams.get('body')).toContain('Is the Vitz free? Call 0712 345 678.')
})

test('a phone number in the words is found, however it is written', () => {
  expect(phoneIn(contactMessage.message)).toBe('254712345678')
  expect(phoneIn('or +254 722-918-273')).toBe('254722918273')
  expect(phoneIn('Call 0712345678. 3 people, 20 days')).toBe('254712345678')
  expect(phoneIn('Order 4711 of 12.10.2026, 00254 0712.345.678')).toBe('254712345678')
  expect(phoneIn('\u202a+254\u00a0112\u2011345\u2011678\u202c, thanks')).toBe('254112345678')
  expect(phoneIn('(+254) 712 345678 or 0722 000 111')).toBe('254712345678')
  expect(phoneIn('My ID is 112345678, the account 17123456789')).toBeUndefined()
  expect(phoneIn('The car costs 1,330,000 and is from 2017')).toBeUndefined()
})
