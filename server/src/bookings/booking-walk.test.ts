import { seededRandom } from '../basic-deps.ts'
import { expectAgreement } from '../testing/booking-walk/agreement.ts'
import { payingActs } from '../testing/booking-walk/paying-acts.ts'
import { OFTEN, rentalActs } from '../testing/booking-walk/rental-acts.ts'
import { openRentalWalk, type RentalWalk } from '../testing/booking-walk/rental-walk.ts'
import { settlingActs } from '../testing/booking-walk/settling-acts.ts'
import { trial } from '../testing/trial.ts'
import { doOne, keepWay } from '../testing/walk.ts'

/** After so many acts another firm begins, so that its lists stay as short as a page; a firm is repeated alone by its own seed. */
const ACTS_OF_ONE = 250

const acts = { ...rentalActs, ...payingActs, ...settlingActs }

trial(
  'whatever happens to the bookings of a firm in whatever order, status, cars, money, queues and mails agree',
  { full: 10_000, few: 120, seed: 20261127 },
  async ({ rounds, seed }) => {
    let draw = seededRandom(seed)
    const way = keepWay()
    let walk: RentalWalk | undefined
    try {
      for (let round = 0; round < rounds; round += 1) {
        if (!walk || round % ACTS_OF_ONE === 0) {
          await walk?.close()
          walk = await openRentalWalk()
          const ownSeed = seed + round / ACTS_OF_ONE
          draw = seededRandom(ownSeed)
          way.beginAnew()
          way.say(`(--seed=${ownSeed})`)
        }
        const firm = walk
        firm.steps += 1
        way.add(await way.expectThat(() => doOne(acts, firm, draw, OFTEN), firm.market))
        await way.expectThat(() => expectAgreement(firm), firm.market)
      }
    } finally {
      await walk?.close()
    }
    way.expectDone(acts, { rounds, few: 12 })
  },
)
