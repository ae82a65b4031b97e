import { MAX_ORDER_LINES } from '@twende/contract/shop/shop-choices.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../testing/people.ts'
import { postForm, sellFields } from '../testing/selling.ts'
import { addProduct, placeOrder, stockOf } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { trial } from '../testing/trial.ts'

let market: TestMarket
let staff: Person
let person: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
beforeEach(async () => {
  person = await market.signUp()
})
afterAll(() => market.close())

const cart = async () => (await market.call('POST /api/cart/get', { body: {} }, person)).cartData
const add = (itemId: string) => market.call('POST /api/cart/add', { body: { itemId } }, person)
const remove = (itemId: string) => market.call('POST /api/cart/remove', { body: { itemId } }, person)
const set = (itemId: string, quantity: number) =>
  market.call('POST /api/cart/set', { body: { itemId, quantity } }, person)

describe('the cart', () => {
  trial(
    'additions and removals at the same moment are all counted',
    { full: 30, few: 8 },
    async ({ rounds }) => {
      const productId = await addProduct(market, { onHand: 5 })
      for (let round = 0; round < rounds; round += 1) {
        await set(productId, 20)
        const moves = Array.from({ length: 12 }, (_, at) => (at % 2 ? add(productId) : remove(productId)))
        await Promise.all([...moves, remove(productId), remove(productId), remove(productId)])
        expect(await cart()).toEqual({ [productId]: 17 })
      }
      await set(productId, 0)
    },
  )

  test('adds and removes one, and deletes a line at 0', async () => {
    const productId = await addProduct(market)
    await add(productId)
    expect((await add(productId)).cartData).toEqual({ [productId]: 2 })
    await remove(productId)
    expect((await remove(productId)).cartData).toEqual({})
    expect((await remove(productId)).cartData).toEqual({})
  })

  test('accepts an exact quantity of at most 99, and nothing else', async () => {
    const productId = await addProduct(market)
    expect((await set(productId, 99)).cartData).toEqual({ [productId]: 99 })
    await expect(add(productId)).rejects.toMatchObject({ code: 'quantity_invalid' })
    for (const wrong of [100, -1, 0.5, 1e9, '5', null]) {
      await expect(set(productId, wrong as never)).rejects.toMatchObject({ status: 400 })
    }
    expect((await set(productId, 0)).cartData).toEqual({})
  })

  test('has room for so many products; of those in it more can be added', async () => {
    const products: string[] = []
    for (let lines = 0; lines < MAX_ORDER_LINES; lines += 1) products.push(await addProduct(market))
    const [first = ''] = products
    for (const productId of products) await add(productId)
    const another = await addProduct(market)
    await expect(add(another)).rejects.toMatchObject({ code: 'cart_full', status: 409 })
    await expect(set(another, 3)).rejects.toMatchObject({ code: 'cart_full' })
    expect((await add(first)).cartData[first]).toBe(2)
    await remove(first)
    await remove(first)
    expect(Object.keys((await add(another)).cartData)).toHaveLength(MAX_ORDER_LINES)
  })

  test('refuses an unknown, a hidden and an invalid product', async () => {
    const productId = await addProduct(market)
    await add(productId)
    const body = { hidden: true }
    await market.call('POST /api/admin/product/:productId/visibility', { params: { productId }, body }, staff)
    // It stays until its owner takes it out, and its name is told.
    expect(await cart()).toEqual({ [productId]: 1 })
    const { name } = await market.db
      .selectFrom('products')
      .select('name')
      .where('id', '=', productId)
      .executeTakeFirstOrThrow()
    const shown = market.call('GET /api/product/get/:productId', { params: { productId } })
    await expect(shown).rejects.toMatchObject({ code: 'product_not_found', data: { name } })
    await expect(placeOrder(market, person, productId)).rejects.toMatchObject({
      message: `${name} is not sold any more. Take it out to order the rest.`,
    })
    await remove(productId)
    expect(await cart()).toEqual({})
    await expect(add(productId)).rejects.toMatchObject({ code: 'product_not_found', status: 404 })
    await expect(add('018f0000-0000-7000-8000-00000000beef')).rejects.toMatchObject({ status: 404 })
    await expect(add('laptop')).rejects.toMatchObject({ status: 400, message: 'Product not found' })
  })

  test('is its owner’s alone, and clears', async () => {
    const productId = await addProduct(market)
    await add(productId)
    const other = await market.signUp()
    expect((await market.call('POST /api/cart/get', { body: {} }, other)).cartData).toEqual({})
    await market.call('POST /api/cart/clear', { body: {} }, other)
    expect(await cart()).toEqual({ [productId]: 1 })
    expect((await market.call('POST /api/cart/clear', { body: {} }, person)).cartData).toEqual({})
  })

  test('merges a browser’s cart once, however often it is sent, and leaves out invalid lines', async () => {
    const [mouse, cable] = [await addProduct(market), await addProduct(market)]
    await set(mouse, 2)
    const unknown = '018f0000-0000-7000-8000-00000000beef'
    const cartData = { [mouse]: 3, [cable]: 1, [unknown]: 4, nonsense: 2, [cable.toUpperCase()]: -3 }
    const body = { cartId: '018f0000-0000-7000-8000-0000000000ca', cartData }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => market.call('POST /api/cart/merge', { body }, person)),
    )
    expect(answers.filter(({ merged }) => merged)).toHaveLength(1)
    expect(await cart()).toEqual({ [mouse]: 5, [cable]: 1 })
    const next = { cartId: '018f0000-0000-7000-8000-0000000000cb', cartData: { [mouse]: 98 } }
    expect((await market.call('POST /api/cart/merge', { body: next }, person)).cartData[mouse]).toBe(99)
  })
})

describe('the products', () => {
  const names = async (query: object) =>
    (await market.call('GET /api/product/list', { query })).data.map(({ name }) => name)

  test('are found by name and category, also misspelt, and filtered, sorted and paged', async () => {
    await addProduct(market, { name: 'HP EliteBook 840', category: 'Laptops', price: 32_500 })
    await addProduct(market, { name: 'Lenovo ThinkPad T480', category: 'Laptops', price: 30_000, onHand: 0 })
    await addProduct(market, { name: 'Epson EcoTank', category: 'Printers', price: 27_500 })
    expect(await names({ search: 'elitebook' })).toEqual(['HP EliteBook 840'])
    expect(await names({ search: 'elitbook' })).toEqual(['HP EliteBook 840'])
    expect(await names({ search: 'printers' })).toEqual(['Epson EcoTank'])
    expect(await names({ category: 'laptops', sort: 'price-low' })).toEqual([
      'Lenovo ThinkPad T480',
      'HP EliteBook 840',
    ])
    expect(await names({ category: 'Laptops', stock: 'in' })).toEqual(['HP EliteBook 840'])
    expect(await names({ minPrice: 27_500, maxPrice: 30_000, sort: 'name' })).toEqual([
      'Epson EcoTank',
      'Lenovo ThinkPad T480',
    ])
    const { pagination } = await market.call('GET /api/product/list', { query: { limit: 1, page: 2 } })
    expect(pagination?.pages).toBe(pagination?.total)
    expect(await names({ search: 'nothing of the kind' })).toEqual([])
  })

  test('an order reduces the stock at once, in every list', async () => {
    const productId = await addProduct(market, { onHand: 6 })
    const stock = async () => {
      const food = await market.call('GET /api/food/list', {})
      const one = await market.call('GET /api/product/get/:productId', { params: { productId } })
      return [food.data.find(({ _id }) => _id === productId)?.stock, one.data.stock]
    }
    expect(await stock()).toEqual([6, 6])
    await placeOrder(market, person, productId, { items: [{ _id: productId, quantity: 2 }] })
    expect(await stock()).toEqual([4, 4])
  })

  test('staff adds one with its picture, changes it, and orders keep the name and price they had', async () => {
    const { image1 } = await sellFields(market.clock.now())
    const fields = {
      name: 'USB fan',
      description: 'Blows.',
      category: 'Accessories',
      price: '900',
      onHand: '5',
    }
    await addProduct(market)
    const bare = await postForm(market, '/api/admin/products', fields, staff)
    expect(bare.json()).toMatchObject({ code: 'product_needs_picture' })
    const added = await postForm(market, '/api/admin/products', { ...fields, image1 }, staff)
    const { data } = added.json()
    expect(data).toMatchObject({ name: 'USB fan', stock: 5, onHand: 5, hidden: false })
    expect(data.image).toMatch(/\/1200\.jpg$/)
    const twin = await postForm(market, '/api/admin/products', { ...fields, image1 }, staff)
    expect(twin.json()).toMatchObject({ code: 'product_name_taken' })
    for (const name of ['usb fan', 'USB\u00a0fan', ' USB  fan ']) {
      const near = await postForm(market, '/api/admin/products', { ...fields, name, image1 }, staff)
      expect(near.json(), name).toMatchObject({ code: 'product_name_taken' })
    }
    const found = await market.call('GET /api/admin/search', { query: { query: 'USB fan' } }, staff)
    expect(found.data).toMatchObject([{ kind: 'product', id: data._id, title: 'USB fan' }])
    const { data: order } = await placeOrder(market, person, data._id)
    const change = { price: '950', name: 'USB desk fan' }
    await postForm(market, `/api/admin/product/${data._id}/update`, change, staff)
    const kept = await market.call('GET /api/order/get/:orderId', { params: { orderId: order._id } }, person)
    expect(kept.data.items).toMatchObject([{ name: 'USB fan', price: 900, image: data.image }])
    for (const price of ['0', '-5', '1.5', 'free', '99999999999']) {
      const wrong = await postForm(market, `/api/admin/product/${data._id}/update`, { price }, staff)
      expect(wrong.statusCode, price).toBe(400)
    }
  })

  test('staff sets the stock: not below what is reserved, and not over a change by somebody else', async () => {
    const productId = await addProduct(market, { onHand: 5 })
    await placeOrder(market, person, productId, { items: [{ _id: productId, quantity: 3 }] })
    const count = (body: { onHand: number; was?: number }) =>
      market.call('POST /api/admin/product/:productId/stock', { params: { productId }, body }, staff)
    await expect(count({ onHand: 2 })).rejects.toMatchObject({
      code: 'stock_reserved',
      data: { reserved: 3 },
    })
    await expect(count({ onHand: 9, was: 4 })).rejects.toMatchObject({ code: 'stock_changed' })
    expect((await count({ onHand: 8, was: 5 })).data).toMatchObject({ stock: 5, onHand: 8, reserved: 3 })
    expect(await stockOf(market, productId)).toEqual({ onHand: 8, reserved: 3 })
  })
})
