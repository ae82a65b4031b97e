import { expect, test } from 'vitest'
import { Email } from '../text.ts'
import { meantEmail } from './email-hint.ts'

test.each([
  ['jane@gmail.con', 'jane@gmail.com'],
  ['jane@gmail.co', 'jane@gmail.com'],
  ['jane@gmail.co.ke', 'jane@gmail.com'],
  ['jane@gmial.com', 'jane@gmail.com'],
  ['jane@gmal.com', 'jane@gmail.com'],
  ['jane@gmaill.com', 'jane@gmail.com'],
  ['jane@gmailcom', 'jane@gmail.com'],
  ['Jane@GMAIL.CON ', 'jane@gmail.com'],
  ['jane@yaho.com', 'jane@yahoo.com'],
  ['jane@yahoo.con', 'jane@yahoo.com'],
  ['jane@hotmial.com', 'jane@hotmail.com'],
  ['jane@outlok.com', 'jane@outlook.com'],
  ['jane@iclod.com', 'jane@icloud.com'],
  ['jane@gmail.com', undefined],
  ['jane@ymail.com', undefined],
  ['jane@mail.com', undefined],
  ['jane@yahoo.co.uk', undefined],
  ['jane@kengen.co.ke', undefined],
  ['jane@example.com', undefined],
  ['jane', undefined],
  ['', undefined],
])('for %j, %s may be meant', (typed, meant) => {
  expect(meantEmail(typed)).toBe(meant)
})

test.each([
  'jane@gmail.com\u200b',
  '\u202ajane@gmail.com\u202c',
  '\ufeffjane@gmail.com',
  'jane@gmail.com\u00a0',
  'jane@gmail.com\u2069',
  ' Jane@Gmail.com ',
  'mailto:jane@gmail.com',
  'jane@gmail.com.',
  'jane@gmail.com,',
  'jane\uff20gmail.com',
  'jane\u00ad@gmail.com',
])('%j is the address jane@gmail.com', (typed) => {
  expect(Email.parse(typed)).toBe('jane@gmail.com')
})

test.each(['jane@', 'jane gmail.com', 'jane@gm ail.com', 'a@b', ''])('%j is no address', (typed) => {
  expect(Email.safeParse(typed).success).toBe(false)
})
