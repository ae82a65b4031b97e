import { waitFor } from '@testing-library/react'
import { call } from '@twende/ui/api/call.ts'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { ownListing } from '@twende/ui/testing/own-listing.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { withEarlyCar } from './early-car.tsx'
import { earlyPictureId } from './early-picture.tsx'
import { type ChosenCar, readChosenCar } from './read-chosen-car.ts'

const { edit: _, leads: __, reviewReason: ___, viewsThisWeek: ____, ...listing } = ownListing
const carId = listing._id
const placeholder = 'data:image/png;base64,AA'
const picture = { address: 'http://other/media/a-picture_1/1200.jpg', width: 1200, height: 800, placeholder }
const NAME = 'GET /api/sell/get/:carId'
const page: ChosenCar = {
  path: '/api/sell/get/',
  language: 'en',
  signedIn: false,
  picture: '<span><img src="/media/HASH/640.jpg"></span>',
  slot: earlyPictureId,
}

const serve = () =>
  fakeApi({ [NAME]: () => ({ success: true, message: '', data: { ...listing, pictures: [picture] } }) })
const ask = () => call(NAME, { params: { carId } })
const arriveWith = (usr: unknown, key = 'first') => window.history.replaceState({ usr, key, idx: 0 }, '')

beforeEach(() => {
  // A session that ends takes its drafts with it.
  vi.stubGlobal('indexedDB', { deleteDatabase: () => {} })
  window.earlyAnswer = undefined
  document.body.innerHTML = `<div id="${earlyPictureId}"></div>`
  arriveWith({ carId })
})

test('the car of the navigation state is asked for once, and its picture is shown', async () => {
  const requests = serve()
  readChosenCar(page)
  const image = await waitFor(() => document.querySelector<HTMLImageElement>('img') ?? expect.fail())
  expect(image.getAttribute('src')).toBe('/media/a-picture_1/640.jpg')
  expect(image.parentElement?.style.backgroundImage).toContain('data:image/png')
  expect((await ask()).data._id).toBe(carId)
  expect(requests.length).toBe(1)
  await ask()
  expect(requests.length).toBe(2)
})

test.each([null, undefined, 'car', {}, { carId: 7 }, { carId: '' }])(
  'a navigation state without a car asks for nothing: %j',
  (usr) => {
    const requests = serve()
    arriveWith(usr)
    readChosenCar(page)
    expect([requests.length, window.earlyAnswer]).toEqual([0, undefined])
  },
)

test('a page for people who are signed in asks for nothing without a token', () => {
  const requests = serve()
  readChosenCar({ ...page, signedIn: true })
  expect(requests.length).toBe(0)
  localStorage.setItem('token', 'somebody')
  readChosenCar({ ...page, signedIn: true })
  expect(requests.length).toBe(1)
})

test('an early answer is not for another person, another visit or another car', async () => {
  const requests = serve()
  readChosenCar(page)
  localStorage.setItem('token', 'somebody')
  await ask()
  expect(requests.length).toBe(2)
  readChosenCar(page)
  arriveWith({ carId }, 'second')
  await ask()
  expect(requests.length).toBe(4)
  readChosenCar(page)
  await call(NAME, { params: { carId: '0198a000-0000-7000-8000-000000000009' } })
  expect(requests.length).toBe(6)
})

test('where the early request did not arrive the page asks itself, and says what is wrong', async () => {
  let reachable = false
  const requests = fakeApi({
    [NAME]: () => {
      if (!reachable) throw new TypeError('Failed to fetch')
      return { success: true, message: '', data: listing }
    },
  })
  readChosenCar(page)
  await expect(ask()).rejects.toMatchObject({ code: 'unreachable' })
  expect(requests.length).toBe(2)
  readChosenCar(page)
  reachable = true
  expect((await ask()).data._id).toBe(carId)
})

test('what the server refuses is refused with its words, without a picture', async () => {
  const requests = fakeApi({
    [NAME]: () =>
      Response.json({ success: false, code: 'listing_not_found', message: 'Gone' }, { status: 404 }),
  })
  readChosenCar(page)
  await expect(ask()).rejects.toMatchObject({ status: 404, message: 'Gone' })
  expect(requests.length).toBe(1)
  expect(document.querySelector('img')).toBe(null)
})

test('only the pages whose car stands in the navigation state have the script, before their style sheet', () => {
  const html = '<html><head><meta charSet="utf-8"/><style>p{}</style></head></html>'
  for (const [route, path] of [
    ['book', '/api/car/get/'],
    ['purchase', '/api/sell/get/'],
  ] as const) {
    const [before = '', script = '', after = ''] = withEarlyCar(html, route, 'n').split(
      /<script nonce="n">|<\/script>/,
    )
    expect([before, after]).toEqual([
      '<html><head><meta charSet="utf-8"/>',
      '<style>p{}</style></head></html>',
    ])
    expect(script).toContain(`"path":"${path}"`)
    expect(script).toContain('/media/HASH/320.avif 320w')
  }
  for (const route of ['rent', 'buy/:listingId', undefined]) expect(withEarlyCar(html, route, 'n')).toBe(html)
})
