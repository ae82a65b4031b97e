import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../calendar-day.ts'
import {
  ageOn,
  type DriverFacts,
  driverProblems,
  isForeignLicenceNumber,
  isIdentityNumber,
  isKenyanLicenceNumber,
  LICENCE_CLASSES,
  plainIdentityNumber,
  plainLicenceNumber,
} from './driver-rules.ts'

const rental = { pickupDay: '2026-12-01', returnDay: '2026-12-05' }
const fit: DriverFacts = { birthDate: '1990-05-04', licenceClass: 'B', licenceExpires: '2028-01-31' }

describe('worked examples of who may drive from 1 to 5 December 2026', () => {
  test.each([
    [{}, []],
    [{ birthDate: '2003-12-01' }, []],
    [{ birthDate: '2003-12-02' }, ['driver_too_young']],
    [{ licenceExpires: '2026-12-05' }, []],
    [{ licenceExpires: '2026-12-04' }, ['driver_licence_ends']],
    [{ licenceClass: 'A2' }, ['driver_class_insufficient']],
    [{ licenceClass: 'G' }, ['driver_class_insufficient']],
    [{ licenceClass: 'C1' }, []],
    [{ licenceClass: 'D3' }, []],
    [
      { birthDate: '2008-01-01', licenceClass: 'A1', licenceExpires: '2026-12-01' },
      ['driver_too_young', 'driver_class_insufficient', 'driver_licence_ends'],
    ],
  ] as const)('%o: %o', (given, problems) => {
    expect(driverProblems({ ...fit, ...given }, rental)).toEqual(problems)
  })
})

const day = fc.integer({ min: 0, max: 36_000 }).map((days) => addDays('1940-01-01', days))
const facts = fc.record({
  birthDate: day,
  licenceClass: fc.constantFrom(...LICENCE_CLASSES),
  licenceExpires: day,
})

test('a shorter rental, a later end of the licence or an earlier birth adds no problem', () => {
  fc.assert(
    fc.property(
      facts,
      day,
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 900 }),
      (driver, pickupDay, length, more) => {
        const returnDay = addDays(pickupDay, length)
        const problems = driverProblems(driver, { pickupDay, returnDay })
        const shorter = driverProblems(driver, { pickupDay, returnDay: pickupDay })
        const better = driverProblems(
          {
            ...driver,
            birthDate: addDays(driver.birthDate, -more),
            licenceExpires: addDays(driver.licenceExpires, more),
          },
          { pickupDay, returnDay },
        )
        expect(problems).toEqual(expect.arrayContaining(shorter))
        expect(problems).toEqual(expect.arrayContaining(better))
      },
    ),
  )
})

test('age grows by one on the birthday and on no other day', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 30_000 }), (born, later) => {
      const today = addDays(born, later)
      const grown = ageOn(born, today) - ageOn(born, addDays(today, -1))
      const isBirthday = today.slice(5) === born.slice(5)
      const isLeapBirthday = born.endsWith('02-29') && today.endsWith('03-01') && !isDayBeforeLeap(today)
      expect(grown).toBe(isBirthday || isLeapBirthday ? 1 : 0)
    }),
  )
})

function isDayBeforeLeap(firstOfMarch: string): boolean {
  return addDays(firstOfMarch, -1).endsWith('02-29')
}

test.each([
  ['DL-1234567', true],
  ['dl 0012345', true],
  ['12345678', true],
  ['KCB 123', true],
  ['ABC1234', true],
  ['1234', false],
  ['DLX', false],
  ['DL-12', false],
  ['AB12345678', false],
  ['', false],
])('%s as a Kenyan licence number: %s', (text, isValid) => {
  expect(isKenyanLicenceNumber(plainLicenceNumber(text))).toBe(isValid)
})

test('a foreign licence number has 4 to 20 letters and digits', () => {
  expect(isForeignLicenceNumber(plainLicenceNumber('MORGA 657054 SM9IJ'))).toBe(true)
  for (const wrong of ['abc', 'ABCDEFG', '12é4567', '1'.repeat(21)])
    expect(isForeignLicenceNumber(plainLicenceNumber(wrong)), wrong).toBe(false)
})

test.each([
  ['national_id', '12 345 678', '12345678'],
  ['national_id', '12-345-678', '12345678'],
  ['national_id', '\u200b12345678', '12345678'],
  ['passport', 'ak 123 4567', 'AK1234567'],
  ['passport', 'AK1234567', 'AK1234567'],
  ['alien_id', '123 456', '123456'],
  ['refugee_id', 'REF-123 456/20', 'REF12345620'],
  ['east_african_id', 'CM 8910310 ABCDE', 'CM8910310ABCDE'],
  ['east_african_id', '19900101-12345-00001-12', '19900101123450000112'],
  ['east_african_id', '1 1990 8 0012345 0 12', '1199080012345012'],
  ['diplomatic_id', 'd 1234', 'D1234'],
] as const)('an %s written %j is %s', (kind, typed, plain) => {
  expect(plainIdentityNumber(typed)).toBe(plain)
  expect(isIdentityNumber(kind, plain)).toBe(true)
})

test.each([
  ['national_id', 'AK1234567'],
  ['national_id', '12345'],
  ['passport', 'NONE'],
  ['east_african_id', '1234567'],
  ['refugee_id', 'NONE'],
] as const)('an %s is not %s', (kind, plain) => {
  expect(isIdentityNumber(kind, plain)).toBe(false)
})
