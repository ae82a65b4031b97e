import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { STAFF_RIGHTS } from '@twende/contract/http/route.ts'
import type { FoundItem } from '@twende/contract/search/admin-search-routes.ts'
import { m } from '@twende/messages'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { beforeEach, expect, test, vi } from 'vitest'
import { CommandPalette } from './command-palette.tsx'

type Asked = { query: string; signal: AbortSignal; answer: (...titles: string[]) => void }

let asked: Asked[]
beforeEach(() => {
  asked = []
  // Answers when the test says so, as a slow server would; an aborted request fails at once, as `fetch` does.
  vi.stubGlobal('fetch', (address: string, { signal }: { signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    signal.addEventListener('abort', () => reject(signal.reason))
    const query = new URL(address, 'http://localhost').searchParams.get('query') ?? ''
    const answer = (...titles: string[]) =>
      resolve(Response.json({ success: true, data: titles.map(bookingNamed) }))
    asked.push({ query, signal, answer })
    return promise
  })
})

const bookingNamed = (title: string): FoundItem => ({
  kind: 'booking',
  id: title,
  title,
  detail: '',
  status: 'confirmed',
})
const open = () => {
  renderPage(
    <CommandPalette
      open
      onOpenChange={() => {}}
      person={{ name: 'Joseph Kariuki', role: 'admin', rights: STAFF_RIGHTS }}
    />,
  )
  return screen.findByPlaceholderText(m.admin_search_placeholder())
}

test('quick typing asks once, for the whole text', async () => {
  await userEvent.setup({ delay: null }).type(await open(), 'BK1234')
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.query).toBe('BK1234')
  asked[0]?.answer('BK1234')
  expect(await screen.findByRole('option', { name: 'BK1234' })).toBeTruthy()
})

test('a later text ends the request of the one before, whose answer is not shown', async () => {
  const user = userEvent.setup({ delay: null })
  const input = await open()
  await user.type(input, 'BK12')
  await waitFor(() => expect(asked).toHaveLength(1))
  await user.type(input, '34')
  expect(asked[0]?.signal.aborted).toBe(true)
  await waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.answer('BK1234')
  expect(await screen.findByRole('option', { name: 'BK1234' })).toBeTruthy()
  asked[0]?.answer('BK1299')
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(screen.queryByRole('option', { name: 'BK1299' })).toBeNull()
})

test('what was found for a text is gone once it is deleted, and a page is found without a request', async () => {
  const user = userEvent.setup({ delay: null })
  const input = await open()
  await user.type(input, 'BK1234')
  await waitFor(() => expect(asked).toHaveLength(1))
  asked[0]?.answer('BK1234')
  await screen.findByRole('option', { name: 'BK1234' })
  await user.clear(input)
  expect(screen.queryByRole('option', { name: 'BK1234' })).toBeNull()
  await user.type(input, m.admin_menu_orders().slice(0, 2))
  expect(screen.getByRole('option', { name: m.admin_menu_orders() })).toBeTruthy()
  expect(asked).toHaveLength(1)
})
