import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Service } from '@twende/contract/content/content-routes.ts'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { loadedPage } from '@twende/ui/testing/loaded-page.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import AboutPage, { clientLoader as aboutLoader } from './about-page.tsx'
import ServicesPage, { clientLoader, shouldRevalidate } from './services-page.tsx'

const services: Service[] = ['Data Recovery', 'Computer Repair', 'Dash Cameras'].map((name) => ({
  _id: name,
  name,
  description: `${name} for everybody.`,
  image: '',
  names: {},
  descriptions: {},
}))
const user = userEvent.setup({ delay: null })
const found = () => screen.getAllByRole('article')

function show(address: string, unreachable = 0) {
  let left = unreachable
  fakeApi({
    'GET /api/banner/list': () => ({ success: true, data: [] }) as never,
    'GET /api/service/list': () => {
      if (left-- > 0) throw new TypeError('Failed to fetch')
      return { success: true, data: services }
    },
  })
  const pages = [
    { ...loadedPage('/services', ServicesPage, clientLoader), shouldRevalidate: shouldRevalidate as never },
    loadedPage('/aboutus', AboutPage, aboutLoader),
    { path: '*', element: null },
  ]
  return renderRoutes(pages, address)
}

test('a service is found by its name, and asked for in a chat that names it', async () => {
  const router = show('/services')
  expect(await screen.findByRole('heading', { name: 'Our Services' })).toBeTruthy()
  expect(found()).toHaveLength(3)
  await user.type(screen.getByRole('searchbox', { name: 'Search services' }), 'recovery')
  await waitFor(() => expect(found()).toHaveLength(1))
  expect(router.state.location.search).toBe('?search=recovery')
  const chat = screen.getByRole('link', { name: 'Ask on WhatsApp: Data Recovery' })
  const address = new URL(chat.getAttribute('href') ?? '')
  expect(address.origin + address.pathname).toBe('https://wa.me/254700000111')
  expect(address.searchParams.get('text')).toBe(
    'Hello Twende, I would like to ask about your service "Data Recovery".',
  )
})

test('a search that finds no service says so, and shows all again', async () => {
  const router = show('/services?search=plumbing')
  expect(await screen.findByText('No services found')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show all services' }))
  await waitFor(() => expect(found()).toHaveLength(3))
  expect(router.state.location.search).toBe('')
})

test('services that cannot be loaded say so, and can be tried again', async () => {
  show('/services', 1)
  expect(await screen.findByText('Error connecting to server')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(found()).toHaveLength(3))
})

test('who we are is said in figures, and leads to a service and to writing to us', async () => {
  const router = show('/aboutus')
  await screen.findByRole('heading', { level: 1 })
  for (const figure of ['25+', '15,000+', '24/7', '2016']) expect(screen.getByText(figure)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Get in Touch' }).getAttribute('href')).toBe('/contactus')
  await user.click(screen.getByRole('link', { name: 'Computer Repair' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/services'))
  expect((await screen.findAllByRole('article')).map((each) => each.textContent)).toEqual([
    expect.stringContaining('Computer Repair'),
  ])
})

test('who we are is said also where the services cannot be had', async () => {
  show('/aboutus', 1)
  expect(await screen.findByText('15,000+')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Computer Repair' })).toBe(null)
})
