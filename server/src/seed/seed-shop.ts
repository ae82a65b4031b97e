import { orders } from '../../demo/orders.ts'
import { demoStaff, people } from '../../demo/people.ts'
import { products } from '../../demo/products.ts'
import type { AppDeps } from '../deps.ts'
import { createProduct } from '../shop/save-product.ts'
import { demoKey, findCarAndAccountIds, insertDemoRows, isMade, productsByName } from './demo-market-store.ts'
import { createDemoOrder } from './demo-orders.ts'
import { getByName, savePictures } from './seed-fleet.ts'

/** Adds the products that are missing; each is some days older than the one before it. */
export async function seedProducts(deps: AppDeps, now: Date): Promise<void> {
  const there = await productsByName(deps.db)
  const sold = quantitiesSold()
  const missing = products.filter(({ name }) => !there.has(name)).map(({ picture }) => `shop/${picture}`)
  const hashes = await savePictures(deps, missing)
  for (const [position, { name, stock, picture, ...facts }] of products.entries()) {
    if (there.has(name)) continue
    const hash = getByName(hashes, `shop/${picture}`)
    const since = new Date(now.getTime() - (60 + position * 3) * 86_400_000)
    // The stock that the list states is what remains after the demo orders.
    const onHand = stock + (sold.get(name) ?? 0)
    const product = { ...facts, name, onHand, pictureHashes: [hash] }
    await deps.db.transaction().execute(async (tx) => {
      const productId = await createProduct(tx, { clock: { now: () => since } }, product)
      await insertDemoRows(tx, 'products', [productId])
    })
  }
}

/** The quantity of each product that the demo orders take from the stock. */
function quantitiesSold(): ReadonlyMap<string, number> {
  const sold = new Map<string, number>()
  for (const { items, ends } of orders) {
    if (ends === 'pending' || ends === 'cancelled' || ends === 'expired' || ends === 'returned') continue
    for (const [name, quantity] of items) sold.set(name, (sold.get(name) ?? 0) + quantity)
  }
  return sold
}

/** Adds the orders that are missing, some in every status. */
export async function seedOrders(deps: AppDeps, now: Date): Promise<void> {
  const ids = await findCarAndAccountIds(deps.db)
  const productIds = await productsByName(deps.db)
  const persons = new Map(people.map((person) => [person.name, person]))
  for (const [position, order] of orders.entries()) {
    const customer = persons.get(order.who)
    if (!customer) throw new Error(`the demo market has no "${order.who}"`)
    const customerId = getByName(ids.people, customer.email)
    const key = demoKey('POST /api/order/place', customerId, `demo-order-${position}`)
    if (await isMade(deps.db, key)) continue
    const items = order.items.map(([name, quantity]) => ({ _id: getByName(productIds, name), quantity }))
    const staffId = getByName(ids.people, demoStaff.email)
    await createDemoOrder(deps, { order, key, now, items, customer, customerId, staffId })
  }
}
