import { addDays, isDay, showDay } from '@twende/contract/calendar-day.ts'
import { overwriteGetLocale } from '@twende/messages/runtime'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { readTypedDay } from './typed-day.ts'

const today = '2026-11-20'
const anyDay = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1990-01-01', days))
const separator = fc.constantFrom('/', '-', '.', ' ', ', ', ' / ')
const languages = ['en', 'sw'] as const

afterEach(() => overwriteGetLocale(() => 'en'))

function monthName(day: string, language: (typeof languages)[number], month: 'long' | 'short'): string {
  return new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

describe('a day with its year', () => {
  test.each([
    ['22/11/2026', '2026-11-22'],
    ['22-11-2026', '2026-11-22'],
    ['22.11.2026', '2026-11-22'],
    ['22 11 26', '2026-11-22'],
    ['22112026', '2026-11-22'],
    ['1/2/2027', '2027-02-01'],
    ['22 Nov 2026', '2026-11-22'],
    ['22nd November 2026', '2026-11-22'],
    ['Nov 22, 2026', '2026-11-22'],
    ['  22 NOV 2026 ', '2026-11-22'],
    ['3 Desemba 2026', '2026-12-03'],
    ['3 Ago 2027', '2027-08-03'],
    ['3 Machi 2027', '2027-03-03'],
    ['2026-11-22', '2026-11-22'],
    ['29/2/2028', '2028-02-29'],
  ])('%j is %s', (text, day) => {
    expect(readTypedDay(text, today)).toBe(day)
  })

  test('is read the same however day, month and year are separated', () => {
    fc.assert(
      fc.property(anyDay, separator, separator, (day, one, two) => {
        const [year, month, date] = day.split('-')
        expect(readTypedDay(`${date}${one}${month}${two}${year}`, today)).toBe(day)
        expect(readTypedDay(`${Number(date)}${one}${Number(month)}${two}${year}`, today)).toBe(day)
        expect(readTypedDay(`${date}${month}${year}`, today)).toBe(day)
        expect(readTypedDay(day, today)).toBe(day)
      }),
    )
  })

  test('is read with the names of months in both languages, whole or shortened', () => {
    const length = fc.integer({ min: 3, max: 9 })
    const spelling = fc.constantFrom('long', 'short')
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...languages), spelling, length, (day, language, form, letters) => {
        const [year, , date] = day.split('-')
        const name = monthName(day, language, form).slice(0, letters)
        expect(readTypedDay(`${date} ${name} ${year}`, today)).toBe(day)
        expect(readTypedDay(`${name.toUpperCase()} ${date}, ${year}`, today)).toBe(day)
      }),
    )
  })

  test('is read back from what the field shows, in both languages', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...languages), (day, language) => {
        overwriteGetLocale(() => language)
        expect(readTypedDay(showDay(day), today)).toBe(day)
      }),
    )
  })
})

describe('a day without its year', () => {
  test.each([
    ['22 Nov', '2026-11-22'],
    ['20/11', '2026-11-20'],
    ['19/11', '2027-11-19'],
    ['1 Januari', '2027-01-01'],
    ['29 Feb', '2028-02-29'],
  ])('%j is the next such day, %s', (text, day) => {
    expect(readTypedDay(text, today)).toBe(day)
  })

  test('is the last such day where no later one may be chosen', () => {
    expect(readTypedDay('22 Nov', today, today)).toBe('2025-11-22')
    expect(readTypedDay('20 Nov', today, today)).toBe('2026-11-20')
    expect(readTypedDay('29 Feb', today, today)).toBe('2024-02-29')
  })

  test('is the first such day from today on', () => {
    fc.assert(
      fc.property(anyDay, anyDay, (day, from) => {
        const [, month, date] = day.split('-')
        const read = readTypedDay(`${date}/${month}`, from) ?? ''
        expect(read.slice(5)).toBe(`${month}-${date}`)
        expect(read >= from).toBe(true)
        const before = `${Number(read.slice(0, 4)) - 1}${read.slice(4)}`
        expect(!isDay(before) || before < from).toBe(true)
      }),
    )
  })
})

describe('what is no day', () => {
  test.each([
    '',
    '22',
    '31/11/2026',
    '29/2/2027',
    '0/1/2027',
    '12/13/2026',
    '22/11/202',
    '22/11/0026',
    '22 Ju 2026',
    '22 Marmalade 2026',
    '22 Nov 2026 10:00',
    'tomorrow',
    '2026/11/22',
  ])('%j is not read', (text) => {
    expect(readTypedDay(text, today)).toBeUndefined()
  })

  test('no text makes the reader fail or give a day that does not exist', () => {
    const pieces = fc.array(
      fc.constantFrom('2', '22', '31', '0', '2026', '29', '02', 'feb', 'x', '/', '.', ' ', '-'),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pieces.map((all) => all.join('')),
        ),
        anyDay,
        (text, max) => {
          const day = readTypedDay(text, today, max)
          expect(day === undefined || isDay(day)).toBe(true)
        },
      ),
    )
  })
})
