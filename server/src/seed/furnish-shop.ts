import { readFile } from 'node:fs/promises'
import { orders } from '../../demo/orders.ts'
import { demoStaff, people } from '../../demo/people.ts'
import { products } from '../../demo/products.ts'
import { projectPath } from '../config/project-path.ts'
import type { AppDeps } from '../deps.ts'
import { keepOwnPicture } from '../media/keep-picture.ts'
import { createProduct } from '../shop/save-product.ts'
import { hasOrder, noteDemoRows, productsByName, whoAndWhat } from './demo-market-store.ts'
import { known } from './furnish-fleet.ts'
import { playOrder } from './play-order.ts'

/** Puts the products into the shop, those that are not there yet; each is some days older than the one before it. */
export async function furnishShop(deps: AppDeps, now: Date): Promise<void> {
  const there = await productsByName(deps.db)
  const sold = piecesSold()
  for (const [position, { name, stock, picture, ...facts }] of products.entries()) {
    if (there.has(name)) continue
    const bytes = await readFile(projectPath(`server/demo/pictures/shop/${picture}.webp`))
    const { hash } = await keepOwnPicture(deps, bytes)
    const since = new Date(now.getTime() - (60 + position * 3) * 86_400_000)
    // What is left after the demo's own orders is what the list says.
    const onHand = stock + (sold.get(name) ?? 0)
    const product = { ...facts, name, onHand, pictureHashes: [hash] }
    await deps.db.transaction().execute(async (tx) => {
      const productId = await createProduct(tx, { clock: { now: () => since } }, product)
      await noteDemoRows(tx, 'products', [productId])
    })
  }
}

/** Pieces that the demo's orders take out of the stock for good. */
function piecesSold(): ReadonlyMap<string, number> {
  const sold = new Map<string, number>()
  for (const { items, ends } of orders) {
    if (ends === 'pending' || ends === 'cancelled' || ends === 'expired') continue
    for (const [name, quantity] of items) sold.set(name, (sold.get(name) ?? 0) + quantity)
  }
  return sold
}

/** Orders in every state, those that are not there yet. */
export async function playOrders(deps: AppDeps, now: Date): Promise<void> {
  const ids = await whoAndWhat(deps.db)
  const productIds = await productsByName(deps.db)
  const persons = new Map(people.map((person) => [person.name, person]))
  for (const [position, order] of orders.entries()) {
    const customer = persons.get(order.who)
    if (!customer) throw new Error(`the demo market has no "${order.who}"`)
    const customerId = known(ids.people, customer.email)
    const key = `demo-order-${position}`
    if (await hasOrder(deps.db, customerId, key)) continue
    const items = order.items.map(([name, quantity]) => ({ _id: known(productIds, name), quantity }))
    const staffId = known(ids.people, demoStaff.email)
    await playOrder(deps, { order, key, now, items, customer, customerId, staffId })
  }
}
