import { expect } from 'vitest'
import { trial } from '../trial.ts'
import { openJournal, writeJournal } from './earned-again.ts'
import { type Compared, expectEachFigure, expectSameFigures, readAgain } from './month-figures.ts'
import { openFirm } from './month-firm.ts'
import { pages } from './month-pages.ts'
import { playMonth, stories } from './play-month.ts'

/** When all pages are read on the way: by day, and on both sides of the midnight that ends the month and the year. */
const READINGS = ['2026-12-31T12:00:00+03:00', '2026-12-31T23:59:55+03:00', '2027-01-01T00:00:05+03:00']

trial(
  'each figure of each page of a month of a firm is what the ledger has, at midnight, at the end of the month and of the year',
  { full: 200, few: Object.keys(stories).length, seed: 1 },
  async ({ rounds, seed }) => {
    const firm = await openFirm(seed)
    const { db, clock } = firm.market
    const journal = openJournal()
    const compared: Compared[] = []
    const read = async () => {
      const audit = await readAgain(firm, journal)
      for (const compare of Object.values(pages)) await compare(audit)
      compared.push(...audit.compared)
      expectSameFigures(audit.compared)
    }
    try {
      const readings = READINGS.map((moment) => ({ dueAt: new Date(moment), run: read }))
      await playMonth(firm, rounds, readings, () => writeJournal(db, clock.now(), journal))
      await read()
      expectEachFigure(compared)
      expect(compared.length).toBeGreaterThan(10_000)
    } finally {
      await firm.market.close()
    }
  },
)
