import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Category } from '@twende/contract/content/content-routes.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test, vi } from 'vitest'
import { type ExploreCategories, loadCategories } from './explore-categories.ts'
import { ExploreMenu } from './explore-menu.tsx'

const laptops = { _id: '0198a000-0000-7000-8000-000000000001', name: 'Laptops', image: '/media/laptops' }

/** What the menu shows once the server has given this answer. */
async function answered(answer: () => unknown) {
  fakeApi({ 'GET /api/category/list': () => answer() as { success: true; data: Category[] } })
  show(await loadCategories(call))
}

function show(categories: ExploreCategories | undefined, onChoose = () => {}, chosen?: string) {
  renderPage(<ExploreMenu categories={categories} chosen={chosen} onChoose={onChoose} />)
}

test('the kinds of products say that they are on their way', () => {
  show(undefined)
  expect(screen.getByRole('status').textContent).toBe(m.shop_categories_loading())
})

test.each([
  [{ success: true, data: 'soon' }, m.shop_categories_failed({ message: m.shop_categories_invalid() })],
  [{ success: false }, m.shop_categories_failed({ message: m.shop_categories_invalid() })],
  [{ success: true }, m.shop_categories_missing()],
  [{ success: true, data: [] }, m.shop_categories_none()],
])('the answer %j is told in words', async (answer, words) => {
  await answered(() => answer)
  expect(screen.getByText(words)).toBeTruthy()
})

test('a refusal, and a server that is not reached, say why and offer to try again', async () => {
  await answered(() => refusalWith(503, 'unavailable', 'Busy'))
  expect(screen.getByRole('alert').textContent).toContain(m.shop_categories_failed({ message: 'Busy' }))
  expect(screen.getByRole('button', { name: m.common_try_again() })).toBeTruthy()
})

test('a kind is switched on by its picture, and off again, however its name is written in the address', async () => {
  const onChoose = vi.fn()
  show({ state: 'here', categories: [laptops] }, onChoose, 'laptops')
  const tile = screen.getByRole('button', { name: 'Laptops' })
  expect(tile.getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(tile)
  expect(onChoose).toHaveBeenCalledWith(undefined)
})
