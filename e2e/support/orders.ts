import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Order } from '@twende/contract/shop/order.ts'
import type { Product } from '@twende/contract/shop/product.ts'
import { call } from './market.ts'
import { open } from './open-page.ts'
import type { Person } from './people.ts'

/** Names of products, and how many of each. */
export type Wish = Readonly<Record<string, number>>

export async function productNamed(name: string): Promise<Product> {
  const { data } = await call('GET /api/food/list', {})
  const product = data.find((candidate) => candidate.name === name)
  if (!product) throw new Error(`There is no ${name} in the demo shop.`)
  return product
}

async function cartOf(wish: Wish): Promise<Record<string, number>> {
  const lines = Object.entries(wish).map(async ([name, quantity]) => {
    const { _id } = await productNamed(name)
    return [_id, quantity] as const
  })
  return Object.fromEntries(await Promise.all(lines))
}

/** Opens the cart as a visitor who filled it on an earlier visit. */
export async function openFilledCart(page: Page, wish: Wish, path = '/cart') {
  const kept = JSON.stringify({ cartId: randomUUID(), cartData: await cartOf(wish) })
  await page.goto('/site.webmanifest')
  await page.evaluate((text) => localStorage.setItem('cart', text), kept)
  await open(page, path)
}

/** Fills an account's cart from elsewhere. */
export async function fillCartOf({ token }: Pick<Person, 'token'>, wish: Wish) {
  for (const [itemId, quantity] of Object.entries(await cartOf(wish))) {
    await call('POST /api/cart/set', { body: { itemId, quantity } }, { token })
  }
}

/** How many of a product are in an account's cart. */
export async function inCartOf({ token }: Pick<Person, 'token'>, { _id }: Product): Promise<number> {
  const { cartData } = await call('POST /api/cart/get', { body: {} }, { token })
  return cartData[_id] ?? 0
}

export async function ordersOf({ token }: Pick<Person, 'token'>): Promise<Order[]> {
  return (await call('POST /api/order/userorders', { body: {} }, { token })).data
}

/** What a delivery form asks beyond what an account knows. */
export async function fillDelivery(page: Page, { name, email, phone }: Omit<Person, 'token' | 'password'>) {
  const [firstName = '', lastName = ''] = name.split(' ')
  const address = { firstName, lastName, email, street: '14 Kenyatta Avenue', city: 'Nairobi' }
  const rest = { state: 'Nairobi', zipcode: '00100', country: 'Kenya', phone }
  for (const [field, words] of Object.entries({ ...address, ...rest })) {
    await page.locator(`input[name="${field}"]`).fill(words)
  }
}

/** Places an order of an account and asks its phone for the money. */
export async function orderByApi(person: Person, wish: Wish): Promise<Order> {
  const lines = Object.entries(await cartOf(wish)).map(([_id, quantity]) => ({ _id, quantity }))
  const body = { address: delivery(person), items: lines }
  await call('POST /api/order/place', { body }, { token: person.token })
  const [order] = await ordersOf(person)
  if (!order) throw new Error('The order was not placed.')
  return order
}

export const delivery = (person: Omit<Person, 'token' | 'password'>) => ({
  firstName: 'Njeri',
  lastName: 'Wambua',
  email: person.email,
  street: '14 Kenyatta Avenue',
  city: 'Nairobi',
  state: 'Nairobi',
  zipcode: '00100',
  country: 'Kenya',
  phone: person.phone,
})

/** The shop's list as this page got it before a product's price rose to what it is; until `news` is called. */
export async function withOlderPrice(page: Page, { _id }: Product, older: number) {
  await page.route('**/api/food/list', async (route) => {
    const { data } = await call('GET /api/food/list', {})
    const asItWas = data.map((product) => (product._id === _id ? { ...product, price: older } : product))
    await route.fulfill({ json: { success: true, data: asItWas } })
  })
  return { news: () => page.unroute('**/api/food/list') }
}
