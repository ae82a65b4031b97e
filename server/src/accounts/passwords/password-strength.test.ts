import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { projectPath } from '../../config/folders.ts'
import { isWeakPassword } from './password-strength.ts'

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
  'midnight',
  'maverick',
  'passwordpasswordpasswordpasswordpasswordpassword',
])('%s is too easy', async (password) => {
  expect(await isWeakPassword(password, owner)).toBe(true)
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
  'ʼndogo njia ya mbali, ŋarua ❤️',
  `${'Matatu ya Rongai '.repeat(7)}123456789`,
])('%s will do', async (password) => {
  expect(await isWeakPassword(password, owner)).toBe(false)
})

test('the most common passwords of 8 and more characters are too easy', async () => {
  const kept = await readFile(projectPath('server/src/testing/common-passwords.txt'), 'utf8')
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const listed: unknown = dictionary['passwords-common']
  if (!Array.isArray(listed)) throw new Error('the list of passwords is a list')
  const common = [...kept.split(/\s+/), ...listed.slice(0, 3000).map(String)].filter(
    ({ length }) => length >= 8,
  )
  expect(common.length).toBeGreaterThan(900)
  const accepted: string[] = []
  for (const password of new Set(common))
    if (!(await isWeakPassword(password, owner))) accepted.push(password)
  expect(accepted).toEqual([])
})

test('says yes or no to any text of 128 characters', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', minLength: 8, maxLength: 128 }),
      fc.string(),
      async (password, name) => {
        const answer = await isWeakPassword(password, { name, email: `${name}@example.com` })
        expect(typeof answer).toBe('boolean')
      },
    ),
    { numRuns: 50 },
  )
})
