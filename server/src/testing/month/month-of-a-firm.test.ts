import { sql } from 'kysely'
import { expect } from 'vitest'
import { trial } from '../trial.ts'
import { openJournal, writeJournal } from './earned-again.ts'
import { type Compared, expectEachFigure, expectSameFigures, readAgain } from './month-figures.ts'
import { type Firm, openFirm } from './month-firm.ts'
import { openPostOffice, readPost } from './month-mails.ts'
import { pages } from './month-pages.ts'
import { playMonth, stories } from './play-month.ts'

/** When all pages are read on the way: by day, and on both sides of the midnight that ends the month and the year. */
const READINGS = ['2026-12-31T12:00:00+03:00', '2026-12-31T23:59:55+03:00', '2027-01-01T00:00:05+03:00']

/** Kinds of mails that say what money did, each of which the month sends. */
const MAILS_OF_MONEY = [
  'booking_cancelled',
  'booking_changed',
  'booking_charge_decided',
  'booking_deposit_kept',
  'booking_deposit_released',
  'booking_fine_charged',
  'booking_fine_withdrawn',
  'listing_payment_corrected',
  'order_cancelled',
  'order_pieces_taken_off',
  'payment_received',
  'refund_owed',
  'refund_sent',
]

/** Each story once. A drawn month of this size may lack a figure, such as cash that goes out; that of the stated seed has all. */
const FEW = Object.keys(stories).length
const SEED = 1

/** In the last minute of the year money moved, and in the first one of the next. */
async function expectMoneyAroundMidnight({ market }: Firm): Promise<void> {
  const { rows } = await sql<{ day: string }>`
    select distinct e.day::text as day from ledger_entries as e join ledger_transactions as t on t.id = e.transaction_id
    where t.kind = 'money_received' and t.occurred_at >= '2026-12-31T23:59:00+03:00' and t.occurred_at < '2027-01-01T00:01:00+03:00'
    order by 1`.execute(market.db)
  expect(rows.map(({ day }) => day)).toEqual(['2026-12-31', '2027-01-01'])
}

trial(
  'each figure of each page of a month of a firm is what the ledger has, at midnight, at the end of the month and of the year',
  { full: 200, few: FEW, seed: SEED },
  async ({ rounds, seed }) => {
    const post = await openPostOffice()
    const firm = await openFirm(seed, post.env)
    const { db, clock } = firm.market
    const journal = openJournal()
    const compared: Compared[] = []
    const mails = new Map<string, number>()
    const wrongMails: string[] = []
    // The last reading is a second before midnight, and on a slow machine it takes longer.
    const read = () => clock.standStill(compareAll)
    const compareAll = async () => {
      const audit = await readAgain(firm, journal)
      for (const compare of Object.values(pages)) await compare(audit)
      compared.push(...audit.compared)
      expectSameFigures(audit.compared)
    }
    try {
      const readings = READINGS.map((moment) => ({ dueAt: new Date(moment), run: read }))
      await playMonth(firm, rounds, readings, async () => {
        await writeJournal(db, clock.now(), journal)
        wrongMails.push(...(await readPost(firm, post, mails)))
      })
      await read()
      await expectMoneyAroundMidnight(firm)
      expect(wrongMails.slice(0, 20)).toEqual([])
      expect([...mails.keys()].sort()).toEqual(expect.arrayContaining(MAILS_OF_MONEY))
      expect(compared.length).toBeGreaterThan(10_000)
      if (rounds > FEW || seed === SEED) expectEachFigure(compared)
    } finally {
      await firm.market.close()
      await post.close()
    }
  },
)
