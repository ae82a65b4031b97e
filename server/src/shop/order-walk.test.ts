import { afterAll, beforeAll } from 'vitest'
import { seededRandom } from '../basic-deps.ts'
import { OFTEN, orderActsOfAll } from '../testing/order-walk/order-acts.ts'
import { expectAgreement, expectBooks } from '../testing/order-walk/order-agreement.ts'
import { beginOrder, type OrderWalk, openShop, type Shop } from '../testing/order-walk/order-walk.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { trial } from '../testing/trial.ts'
import { doOne, keepWay } from '../testing/walk.ts'

const ACTS_OF_ONE = 15

let market: TestMarket
let shop: Shop
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  shop = await openShop(market)
})
afterAll(() => market.close())

trial(
  'whatever happens to an order in whatever order, status, pieces, money, queues and the shop agree',
  { full: 10_000, few: 150, seed: 20261127 },
  async ({ rounds, seed }) => {
    let draw = seededRandom(seed)
    const way = keepWay()
    let walk: OrderWalk | undefined
    for (let round = 0; round < rounds; round += 1) {
      if (!walk || round % ACTS_OF_ONE === 0) {
        // Each order is repeated alone by its own seed, which also decides where it begins.
        const ownSeed = seed + round / ACTS_OF_ONE
        draw = seededRandom(ownSeed)
        const begun = await beginOrder(shop, draw, ownSeed)
        walk = begun.walk
        way.beginAnew()
        way.say(`(--seed=${ownSeed}: ${begun.beginning})`)
        await way.expectThat(() => expectAgreement(begun.walk))
      }
      const order = walk
      way.add(await way.expectThat(() => doOne(orderActsOfAll, order, draw, OFTEN), market))
      await way.expectThat(() => expectAgreement(order), market)
      if (round % ACTS_OF_ONE === ACTS_OF_ONE - 1) await way.expectThat(() => expectBooks(order), market)
    }
    way.expectDone(orderActsOfAll, { rounds, few: 12 })
  },
)
