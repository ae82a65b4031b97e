import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEasyPassword } from './easy-password.ts'

const owner = { name: 'Wanjiku Kamau', email: 'wkamau.rides@example.com' }

test.each([
  'password',
  'Password1!',
  'p@ssw0rd',
  'P@$$w0rd2026',
  'liverpool',
  '12345678',
  '87654321',
  'abcdefgh',
  'qwertyuiop',
  '1qaz2wsx',
  'iloveyou',
  'nairobi2026',
  'MPESA1234',
  'safaricom!',
  'kenya254',
  'harambee123',
  '0712345678',
  '+254712345678',
  '19900514',
  'aaaaaaaa',
  'abababab',
  'abcabcabc',
  'trustno1',
  '123password',
  'Wanjiku1',
  'wanjikukamau',
  'wkamau.rides',
  'Kamau@2026',
  'twende2026',
  '!@#$%^&*',
])('%s is too easy', (password) => {
  expect(isEasyPassword(password, owner)).toBe(true)
})

test.each([
  'a fine long password',
  'matatu yangu ni ya rangi',
  'aaaa bbbb cccc dddd',
  'kahawa-chungu-asubuhi',
  'Xk7#pQ2!vL',
  'wanjiku likes blue mangoes',
  'nairobi by night 1987',
  'jF83kslq',
  'correct horse battery staple',
  '🚗🚙🚌🏎️🚓🚑🚒🚐',
])('%s will do', (password) => {
  expect(isEasyPassword(password, owner)).toBe(false)
})

test('says yes or no to any text, soon', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 8, maxLength: 128 }),
      fc.string(),
      (password, name) => {
        expect(typeof isEasyPassword(password, { name, email: `${name}@example.com` })).toBe('boolean')
      },
    ),
  )
})
