import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { expectBalancesAreBooks } from '../../testing/balance-figures.ts'
import { addCar, addCategory, addLocation } from '../../testing/fleet.ts'
import {
  countLedger,
  expectBalanced,
  expectNothingLost,
  expectProviderBooks,
  expectShownBalances,
} from '../../testing/ledger-invariants.ts'
import {
  type MoneyWorld,
  move,
  movementsOf,
  PLAN_PRICE,
  type Purchase,
  repeatCallbacks,
  runPaymentTasks,
  type SoldType,
} from '../../testing/money-movements.ts'
import { farAhead, openPayingMarket } from '../../testing/paying-market.ts'
import { bookCar, moveBookingOn } from '../../testing/renting.ts'
import { createListing, drawPhoto } from '../../testing/selling.ts'
import { addProduct, deliveryAddress, placeOrder } from '../../testing/shopping.ts'
import { trial } from '../../testing/trial.ts'
import { registerC2b } from '../providers/mpesa/mpesa-provider.ts'

/** Customers pay to a paybill with a reference in one shop, and to a till without one in the other. */
type Shop = MoneyWorld & { productId: string }
let shops: { paybill: Shop; till: Shop }
let photo: Blob
beforeAll(async () => {
  photo = await drawPhoto()
  shops = { paybill: await openShop({ till: false }), till: await openShop({ till: true }) }
})
afterAll(async () => {
  for (const { market } of Object.values(shops)) await market.close()
})

async function openShop({ till }: { till: boolean }): Promise<Shop> {
  const market = await openPayingMarket({ promptSeconds: 3_600, till })
  await registerC2b(market.deps)
  const [staff, colleague] = [await market.signUp({ role: 'staff' }), await market.signUp({ role: 'staff' })]
  const admin = await market.signUp({ role: 'admin' })
  const productId = await addProduct(market, { price: 5_000, onHand: 90_000 })
  await addLocation(market.db, 'Nairobi')
  for (const name of ['Sedan', 'Hatchback']) await addCategory(market.db, name)
  const codes = { wrongCodes: new Set<string>(), typedCodes: new Map(), reported: [] }
  return { market, staff, colleague, admin, ...codes, refunded: 0, productId }
}

/** How the phone of a purchase acts on the first request. */
const phones = {
  'waits for the PIN': {},
  'is told three times': { resultCode: '0', duplicates: 3 },
  'pays and is never told': { resultCode: '0', never: true },
  'pays and is told another amount': { resultCode: '0', wrongAmount: 1 },
  'pays less': { paysAmount: 1_500 },
  'pays most': { paysAmount: 9_000 },
  'pays more': { paysAmount: 30_000 },
  'pays after it failed': { resultCode: '1037', actsAfterMs: 0, lateSuccessMs: 30 },
  'pays and its request was not answered': { resultCode: '0', answer: 'lostAck' },
  declines: { resultCode: '1032', actsAfterMs: 0 },
} as const
type PhoneBehaviour = keyof typeof phones

type Life = {
  type: SoldType
  phone: PhoneBehaviour
  pricePerDay: number
  /** Everything of one array happens at the same moment. */
  rounds: string[][]
  /** Whether what a round began ends before the next. */
  calm: boolean
}

function lifeOf(type: SoldType): fc.Arbitrary<Life> {
  const movement = fc.constantFrom(...Object.keys(movementsOf[type]))
  return fc.record({
    type: fc.constant(type),
    phone: fc.constantFrom(...(Object.keys(phones) as PhoneBehaviour[])),
    pricePerDay: fc.constantFrom(2_000, 4_500, 9_000),
    rounds: fc.array(fc.array(movement, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 7 }),
    calm: fc.boolean(),
  })
}
const lives = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: lifeOf('booking') },
    { weight: 2, arbitrary: lifeOf('order') },
    { weight: 1, arbitrary: lifeOf('listing_period') },
    { weight: 2, arbitrary: lifeOf('deposit') },
  ),
  { minLength: 2, maxLength: 4 },
)

/** The movements that were done at least once, and not refused. */
const done = new Set<string>()

trial(
  'the ledger holds what moved, once, whatever happens in whatever order and at the same moment',
  { full: 200, few: 15, seed: 20261122 },
  async ({ rounds, seed }) => {
    const shop = fc.constantFrom('paybill', 'till')
    await fc.assert(fc.asyncProperty(lives, shop, playAndCheck), {
      // Some of them are the written ones, which come first.
      numRuns: rounds,
      seed,
      examples: written.map(({ shop, lives: example }): [Life[], ShopName] => [example.map(calm), shop]),
      // Every case adds to the same books, so a smaller one would not fail in the same way.
      endOnFailure: true,
    })
    for (const { market, admin } of Object.values(shops)) await expectBalancesAreBooks(market, admin)
    const all = new Set(Object.values(movementsOf).flatMap((movements) => Object.keys(movements)))
    expect(all.size).toBeGreaterThan(35)
    expect([...all].filter((name) => !done.has(name))).toEqual([])
  },
)

type ShopName = keyof typeof shops
type Written = [SoldType, PhoneBehaviour, ...string[]]

/** Lives in which each movement is sure to be done once, so that none is forgotten by chance. */
const written: { shop: ShopName; lives: Written[] }[] = [
  {
    // Money at a till names nothing: where it is not the price that a phone was asked for, staff has to. No clock is moved here.
    shop: 'till',
    lives: [
      [
        'booking',
        'declines',
        'too much is paid by hand',
        'staff confirms with the right code',
        'staff gives back what is too much',
      ],
      ['order', 'declines', 'too much is paid by hand', 'staff takes the right code'],
      ['deposit', 'declines', 'too much is paid by hand', 'staff takes the deposit with the right code'],
    ],
  },
  {
    shop: 'till',
    lives: [
      ['order', 'declines', 'too much is paid by hand', 'staff takes the right code'],
      [
        'deposit',
        'declines',
        'time passes',
        'the price is paid by hand',
        'staff takes the deposit with the right code',
        'the booking of the deposit is cancelled',
        'refunds are sent',
      ],
      ['booking', 'pays less', 'the PIN is entered', 'staff accepts a payment'],
      ['order', 'pays less', 'the PIN is entered', 'staff accepts a payment'],
      ['deposit', 'pays less', 'the PIN is entered', 'staff accepts a payment'],
    ],
  },
  {
    shop: 'paybill',
    lives: [
      [
        'booking',
        'waits for the PIN',
        'the PIN is entered',
        'staff extends the rental',
        'the car is handed over',
        'the car returns with a charge',
        'the customer disputes the charge',
        'staff withdraws the disputed charge',
        'refunds are sent',
      ],
      [
        'booking',
        'waits for the PIN',
        'the PIN is entered',
        'the car is handed over',
        'the car returns with a charge',
        'the customer disputes the charge',
        'staff keeps the disputed charge',
      ],
      [
        'booking',
        'waits for the PIN',
        'the PIN is entered',
        'the car is handed over',
        'the car returns with a charge',
        'the customer disputes the charge',
        'staff withdraws a part of the disputed charge',
        'refunds are sent',
      ],
      [
        'booking',
        'waits for the PIN',
        'the PIN is entered',
        'the car is handed over',
        'a fine arrives',
        'staff extends the rental',
        'the car returns with a charge',
        'staff takes what is owed in cash',
        'a fine arrives',
        'staff takes what is owed with a wrong code',
        'the fine is withdrawn',
        'refunds are sent',
      ],
      [
        'booking',
        'waits for the PIN',
        'the PIN is entered',
        'the car is handed over',
        'a fine arrives',
        'the phone is asked for what is owed',
        'the PIN is entered',
        'the customer disputes the fine',
        'staff withdraws a part of the disputed fine',
        'a fine arrives',
        'the phone is asked for what is owed',
        'the customer disputes the fine',
        'staff withdraws the disputed fine',
        'the PIN is entered',
        'refunds are sent',
        'every callback comes again',
      ],
      [
        'booking',
        'waits for the PIN',
        'the PIN is entered',
        'the car is handed over',
        'a fine arrives',
        'the customer disputes the fine',
        'the phone is asked for what is owed',
        'staff takes what is owed in cash',
        'the PIN is entered',
        'staff keeps the disputed fine',
        'refunds are sent',
      ],
      [
        'booking',
        'waits for the PIN',
        'the PIN is entered',
        'the car is handed over',
        'a fine arrives',
        'a part of what is owed is paid by hand',
        'what is owed is paid by hand',
        'the fine is withdrawn',
        'a fine arrives',
        'staff asks the phone for what is owed',
        'what is owed is paid by hand',
        'the PIN is entered',
        'a fine arrives',
        'more than is owed is paid by hand',
        'staff accepts a payment',
        'refunds are sent',
        'every callback comes again',
      ],
      [
        'booking',
        'declines',
        'staff confirms without money',
        'staff takes the rest in cash',
        'staff cancels',
        'a second person approves money',
        'refunds are sent',
      ],
      [
        'booking',
        'waits for the PIN',
        'staff confirms with a wrong code',
        'the price is paid by hand',
        'staff matches money',
        'the customer cancels',
        'refunds are sent',
        'every callback comes again',
      ],
    ],
  },
  {
    shop: 'paybill',
    lives: [
      [
        'booking',
        'declines',
        'the price is paid by hand',
        'staff confirms with the right code',
        'a part is paid by hand',
        'staff gives unmatched money back',
      ],
      ['booking', 'declines', 'staff confirms without money', 'too much is paid by hand'],
      [
        'booking',
        'pays and is never told',
        'staff confirms with the right code',
        'time passes',
        'time passes',
        'staff finds that no money came',
      ],
      [
        'order',
        'pays more',
        'the PIN is entered',
        'staff accepts a payment',
        'the order is packed',
        'staff cancels',
      ],
    ],
  },
  {
    shop: 'paybill',
    lives: [
      [
        'order',
        'pays less',
        'the PIN is entered',
        'staff gives a payment back',
        'staff takes cash',
        'the customer cancels',
      ],
      ['order', 'waits for the PIN', 'the customer declines on the phone', 'the price is paid by hand'],
      ['order', 'declines', 'staff takes a wrong code', 'staff cancels', 'refunds are sent'],
      ['booking', 'declines', 'staff confirms with cash', 'staff cancels', 'refunds are sent'],
      [
        'booking',
        'declines',
        'staff confirms with a wrong code',
        'staff takes out of the books what it recorded',
        'staff takes the rest in cash',
        'staff cancels',
        'what is owed back pays for another booking',
      ],
      [
        'booking',
        'declines',
        'staff confirms with a wrong code',
        'staff extends the rental',
        'staff cancels',
        'staff takes out of the books what it recorded',
        'money is reported under the code that was typed',
        'what is owed back pays for another booking',
      ],
      [
        'deposit',
        'declines',
        'staff takes the deposit with a wrong code',
        'staff takes out of the books what it recorded',
        'staff takes the deposit in cash',
        'the booking of the deposit is cancelled',
        'what is owed back pays for another booking',
      ],
    ],
  },
  {
    shop: 'paybill',
    lives: [
      [
        'listing_period',
        'waits for the PIN',
        'the PIN is entered',
        'the seller pastes a wrong message',
        'staff rejects the message',
        'the price is paid by hand',
        'the seller pastes the right message',
      ],
      [
        'listing_period',
        'declines',
        'the seller pastes a message of a part',
        'staff approves the message',
        'the seller pastes a wrong message',
        'staff approves another amount',
        'the seller deletes the listing',
      ],
    ],
  },
  {
    shop: 'paybill',
    lives: [
      [
        'booking',
        'pays less',
        'staff confirms without money',
        'the PIN is entered',
        'staff takes the rest in cash',
        'staff gives a payment back',
        'refunds are sent',
      ],
      [
        'booking',
        'pays most',
        'staff confirms without money',
        'the PIN is entered',
        'staff accepts a payment',
        'staff takes the rest in cash',
      ],
      [
        'booking',
        'waits for the PIN',
        'a part is paid by hand',
        'staff gives unmatched money back',
        'the PIN is entered',
      ],
      [
        'booking',
        'waits for the PIN',
        'staff confirms with a wrong code',
        'the PIN is entered',
        'staff accepts a payment',
        'money is reported under the code that was typed',
        'staff gives unmatched money back',
      ],
      [
        'order',
        'waits for the PIN',
        'staff takes a wrong code',
        'money is reported under the code that was typed',
        'the PIN is entered',
        'staff accepts a payment',
      ],
      [
        'booking',
        'pays and is never told',
        'staff confirms with the right code',
        'time passes',
        'staff accepts a payment',
        'every callback comes again',
      ],
    ],
  },
  {
    shop: 'paybill',
    lives: [
      [
        'deposit',
        'waits for the PIN',
        'the PIN is entered',
        'the car of the deposit is handed over',
        'the car of the deposit returns',
        'a fine arrives besides the deposit',
        'a part of the deposit is kept',
        'the fine besides the deposit is withdrawn',
        'the deposit is settled',
        'refunds are sent',
      ],
      [
        'deposit',
        'waits for the PIN',
        'the PIN is entered',
        'the car of the deposit is handed over',
        'the car of the deposit returns',
        'a part of the deposit is kept',
        'a kept part is released',
        'the customer disputes a charge besides the deposit',
        'the money of the charge never came',
        'a part of the deposit is kept',
        'a charge besides the deposit is withdrawn',
        'the deposit is settled',
        'refunds are sent',
        'every callback comes again',
      ],
      [
        'deposit',
        'waits for the PIN',
        'the PIN is entered',
        'the car of the deposit is handed over',
        'the car of the deposit returns',
        'the money of the charge never came',
        'a part of the deposit is kept',
        'the customer disputes a kept part',
        'staff gives a little of the disputed part back',
        'a part of the deposit is kept',
        'the customer disputes a kept part',
        'staff gives the disputed part back',
        'a part of the deposit is kept',
        'the deposit is settled',
        'the customer disputes a kept part',
        'staff keeps the disputed part',
        'a kept part is released',
        'refunds are sent',
        'every callback comes again',
      ],
      [
        'deposit',
        'waits for the PIN',
        'the PIN is entered',
        'the car of the deposit is handed over',
        'the car of the deposit returns',
        'a fine arrives besides the deposit',
        'the deposit pays what is owed and is settled',
        'the fine besides the deposit is withdrawn',
        'refunds are sent',
      ],
      [
        'deposit',
        'waits for the PIN',
        'the PIN is entered',
        'the car of the deposit is handed over',
        'the car of the deposit returns',
        'the money of the charge never came',
        'all of the deposit goes back whatever is owed',
        'refunds are sent',
      ],
      [
        'deposit',
        'declines',
        'the price is paid by hand',
        'the booking of the deposit is cancelled',
        'refunds are sent',
      ],
      [
        'deposit',
        'declines',
        'staff takes the deposit in cash',
        'the car of the deposit is handed over',
        'the car of the deposit returns',
        'all of the deposit is kept',
      ],
      ['deposit', 'declines', 'the deposit is waived', 'the car of the deposit is handed over'],
    ],
  },
  {
    shop: 'paybill',
    lives: [
      [
        'booking',
        'waits for the PIN',
        'the PIN is entered',
        'the customer chooses a cheaper car',
        'refunds are sent',
        'the customer chooses a dearer car',
        'the PIN is entered',
        'the customer keeps the car longer',
        'the PIN is entered',
        'every callback comes again',
        'the customer cancels',
        'refunds are sent',
      ],
      [
        'deposit',
        'waits for the PIN',
        'the PIN is entered',
        'the customer chooses a car with a higher deposit',
        'staff takes the deposit in cash',
        'the customer chooses a car with a lower deposit',
        'refunds are sent',
        'the customer chooses a car without a deposit',
        'refunds are sent',
        'the car of the deposit is handed over',
      ],
    ],
  },
  {
    // Apart from lives that move the clock to a rental or past a hold: a phone is asked again only while its hold lasts.
    shop: 'paybill',
    lives: [
      [
        'order',
        'waits for the PIN',
        'the phone is asked again',
        'the PIN is entered for the first request',
        'the PIN is entered',
      ],
      [
        'booking',
        'pays less',
        'the phone is asked again',
        'staff confirms without money',
        'the PIN is entered for the first request',
        'staff accepts a payment',
        'the PIN is entered',
      ],
    ],
  },
  {
    shop: 'paybill',
    lives: [
      [
        'deposit',
        'waits for the PIN',
        'staff takes the deposit with a wrong code',
        'the PIN is entered',
        'staff gives a payment back',
      ],
    ],
  },
  {
    shop: 'paybill',
    lives: [
      ['deposit', 'declines', 'time passes', 'staff asks the phone for the deposit', 'the PIN is entered'],
      [
        'deposit',
        'pays and is told another amount',
        'the car of the deposit is handed over',
        'the car of the deposit returns',
        'all of the deposit is kept',
      ],
    ],
  },
  {
    shop: 'till',
    lives: [
      ['booking', 'pays and is never told', 'time passes', 'every callback comes again'],
      [
        'booking',
        'pays and is never told',
        'staff matches money',
        'time passes',
        'staff finds that no money came',
      ],
      [
        'order',
        'waits for the PIN',
        'the price is paid by hand',
        'staff gives unmatched money back',
        'the PIN is entered',
      ],
      [
        'order',
        'pays and is never told',
        'staff gives unmatched money back',
        'time passes',
        'staff matches money',
      ],
      [
        'listing_period',
        'pays and is never told',
        'time passes',
        'the price is paid by hand',
        'the seller pastes the right message',
      ],
    ],
  },
]

const calm = ([type, phone, ...names]: Written): Life => ({
  type,
  phone,
  pricePerDay: 4_500,
  rounds: names.map((name) => [name]),
  calm: true,
})

async function playAndCheck(cases: readonly Life[], name: ShopName): Promise<void> {
  const world = shops[name]
  const { market } = world
  const purchases = await Promise.all(cases.map((life) => play(world, life))).catch((cause: unknown) => {
    throw new Error(`refused by an error of the server: ${errorsOf(world).join('')}`, { cause })
  })
  await finish(world)
  await expectBalanced(market)
  await expectProviderBooks(world)
  await expectNothingLost(market)
  for (const purchase of purchases) await expectShownBalances(world, purchase)
  const before = await countLedger(market)
  for (const purchase of purchases) await repeatCallbacks(world, purchase)
  await finish(world)
  expect(await countLedger(market)).toEqual(before)
  expect(errorsOf(world)).toEqual([])
}

/** Where a person may send two files at a time: a third is refused for a moment, and sent again (`sendUntilTaken`). */
const uploadRoutes = ['/api/admin/fines', '/api/admin/booking/:bookingId/deposit/keep']

function errorsOf({ market }: Shop): string[] {
  return market.logged.filter((text) => {
    const { level, route, status } = JSON.parse(text)
    return level >= 50 && !(uploadRoutes.includes(route) && status === 503)
  })
}

async function play(world: Shop, life: Life): Promise<Purchase> {
  const purchase = await begin(world, life)
  if (life.calm) await settled(world)
  for (const round of life.rounds) {
    await Promise.all(
      round.map(async (name) => {
        if (await move(world, purchase, name)) done.add(name)
      }),
    )
    if (life.calm) await settled(world)
  }
  return purchase
}

let drawn = 0

async function begin(world: Shop, { type, phone: behaviour, pricePerDay }: Life): Promise<Purchase> {
  const { market, productId } = world
  const customer = await market.signUp()
  drawn += 1
  const phone = `2547${10_000_000 + drawn * 1_000 + 500 + (drawn % 100)}`
  await market.phoneBehaves({ phone, ...phones[behaviour] })
  const common = { type, customer, phone }
  if (type === 'booking') {
    const booking = await bookCar(market, customer, await addCar(market.db, { pricePerDay }), {
      ...farAhead(market.clock.now()),
      paymentMethod: 'mpesa',
      paymentDetails: { mpesaNumber: phone },
    })
    return { ...common, id: booking._id, reference: booking.bookingId, price: booking.finalAmount }
  }
  if (type === 'deposit') return { ...common, ...(await beginDeposit(world, common, pricePerDay)) }
  if (type === 'order') {
    const address = { ...deliveryAddress(), phone }
    const { data } = await placeOrder(market, customer, productId, { address })
    return { ...common, id: data._id, reference: data.number, price: data.amount }
  }
  const listing = await createListing(market, customer, {
    paid: PLAN_PRICE,
    paymentMethod: 'stk',
    mpesaPhoneNumber: phone,
    image1: photo,
  })
  const { number } = await market.db
    .selectFrom('listings')
    .select('number')
    .where('id', '=', listing._id)
    .executeTakeFirstOrThrow()
  return { ...common, id: listing._id, reference: `CAR${number}`, price: PLAN_PRICE }
}

/** A booking that is paid, and whose customer is asked for the deposit. */
async function beginDeposit(
  { market, staff }: Shop,
  { customer, phone }: Pick<Purchase, 'customer' | 'phone'>,
  price: number,
) {
  const carId = await addCar(market.db, { pricePerDay: 2_000, deposit: price })
  const { _id: bookingId } = await bookCar(market, customer, carId, farAhead(market.clock.now()))
  await moveBookingOn(market, staff, bookingId, 'confirmed')
  const params = { bookingId }
  const { data } = await market.call('GET /api/booking/:bookingId/deposit', { params }, customer)
  if (!data.deposit) throw new Error('the booking has no deposit')
  const { _id: id, reference } = data.deposit
  await market.pay(customer, id, phone, 'deposit')
  return { id, reference, price, bookingId }
}

/** Waits until nothing that M-Pesa sent is under way and no job waits. */
async function settled(shop: Shop): Promise<void> {
  while (!(await nextLook(shop)));
}

/** The look at a shop that has not begun yet, for all lives that wait for one. */
const looks = new Map<Shop, Promise<boolean>>()

function nextLook(shop: Shop): Promise<boolean> {
  const next =
    looks.get(shop) ??
    wait(5).then(() => {
      looks.delete(shop)
      return isSettled(shop)
    })
  looks.set(shop, next)
  return next
}

async function isSettled({ market }: Shop): Promise<boolean> {
  await market.simulator.settled()
  const { rows } = await sql<{ waiting: number }>`
    select (select count(*) from pgboss.job where name not like '\\_\\_%' and state in ('created', 'retry', 'active'))
      + (select count(*) from payment_messages where status = 'received') as waiting`.execute(market.db)
  return rows[0]?.waiting === 0
}

/** Lets every request to a phone come to its end. */
async function finish(shop: Shop): Promise<void> {
  const { market } = shop
  for (let round = 0; round < 12; round += 1) {
    await settled(shop)
    await runPaymentTasks(market)
    await settled(shop)
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from payments where status = 'processing'`.execute(market.db)
    if (rows[0]?.open === 0) return
    market.clock.advance(60_000)
  }
  throw new Error('payments are still under way')
}
