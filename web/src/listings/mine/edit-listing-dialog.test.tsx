import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { m } from '@twende/messages'
import { AskHost } from '@twende/ui/controls/app-frame.tsx'
import { questions } from '@twende/ui/controls/ask.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { type FakeRequest, fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { ownListing } from '@twende/ui/testing/own-listing.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { signInAs } from '@twende/ui/testing/sign-in-as.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { EditListingDialog } from './edit-listing-dialog.tsx'

const listing: OwnListing = {
  ...ownListing,
  description: 'One owner.',
  features: ['Radio', 'Tow bar'],
  specs: { engine: '1.3 L', power: '98 hp', acceleration: '12.4 s' },
}

const user = userEvent.setup({ delay: null })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>((text) => text.startsWith(label))
const save = () => user.click(screen.getByRole('button', { name: m.edit_listing_save() }))

async function retype(label: string, text: string) {
  await user.clear(field(label))
  await user.paste(text)
}

async function openEdit(edited = listing): Promise<{ requests: FakeRequest[]; onClose: () => void }> {
  const requests = fakeApi({
    'POST /api/sell/update': () => ({
      success: true,
      message: 'Saved',
      updatedListing: listing,
      reviewed: [],
    }),
  })
  const onClose = vi.fn()
  renderPage(<EditListingDialog listing={edited} open onChange={async () => {}} onClose={onClose} />)
  await screen.findByRole('dialog', { name: m.edit_listing_title() })
  return { requests, onClose }
}

afterEach(() => act(() => questions.current()?.answer(false)))

test('a wrong field says what the contract says and has the focus, and nothing is sent', async () => {
  const { requests } = await openEdit()
  await retype(m.sell_field_mileage(), '-5')
  await retype(m.sell_field_contact_phone(), '0712')
  await save()
  await waitFor(() => expect(document.activeElement).toBe(field(m.sell_field_mileage())))
  expect(screen.getByText(m.validation_mileage())).toBeTruthy()
  expect(screen.getByText(m.validation_kenyan_phone())).toBeTruthy()
  expect(field(m.sell_field_mileage()).value).toBe('-5')
  expect(requests.filter(({ name }) => name.endsWith('/update'))).toEqual([])
})

test('one chooses among towns, as when selling; a pickup point stays only where the car has it', async () => {
  const place = { image: '', name: 'Nairobi', names: {}, town: null }
  fakeApi({
    'GET /api/category/list': () => ({ success: true, data: [] }),
    'GET /api/location/list': () => ({
      success: true,
      data: [
        { ...place, _id: 'n' },
        { ...place, _id: 'j', name: 'JKIA', town: 'Nairobi' },
        { ...place, _id: 'm', name: 'Mombasa' },
      ],
    }),
  })
  renderPage(
    <EditListingDialog
      listing={{ ...listing, location: 'Wilson' }}
      open
      onChange={async () => {}}
      onClose={vi.fn()}
    />,
  )
  const choice = await screen.findByLabelText<HTMLSelectElement>((text) =>
    text.startsWith(m.sell_field_location()),
  )
  await waitFor(() =>
    expect([...choice.options].map(({ value }) => value).filter(Boolean)).toEqual([
      'Wilson',
      'Nairobi',
      'Mombasa',
    ]),
  )
})

test('the seats are a number from 1 on, also one that the sell form does not offer', async () => {
  const { requests, onClose } = await openEdit({ ...listing, seats: 6 })
  expect(field(m.sell_field_seats()).value).toBe('6')
  expect(field(m.sell_field_seats()).min).toBe('1')
  await retype(m.sell_field_seats(), '0')
  await save()
  expect(await screen.findByText(m.validation_seats())).toBeTruthy()
  await retype(m.sell_field_seats(), '3')
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(requests.find(({ name }) => name.endsWith('/update'))?.body).toMatchObject({ seats: '3' })
})

test('features are typed with commas, and all is sent as the contract has it', async () => {
  const { requests, onClose } = await openEdit()
  expect(field(m.common_features()).value).toBe('Radio, Tow bar')
  await retype(m.common_features(), 'Radio, Sunroof,')
  await retype(m.sell_field_price(), '640,000')
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(requests.find(({ name }) => name.endsWith('/update'))?.body).toMatchObject({
    id: listing._id,
    updatedAt: listing.updatedAt,
    price: '640,000',
    features: ['Radio', 'Sunroof'],
    specs: { engine: '1.3 L' },
    contactInfo: { phone: '0712 345 678', email: 'seller@example.com' },
  })
})

test('a change of what we verified is said to wait, before it is saved and after', async () => {
  const told = vi.spyOn(toast, 'info')
  const updated = {
    success: true as const,
    message: 'Saved',
    updatedListing: listing,
    reviewed: ['mileage' as const],
  }
  fakeApi({ 'POST /api/sell/update': () => updated })
  const onClose = vi.fn()
  renderPage(<EditListingDialog listing={listing} open onChange={async () => {}} onClose={onClose} />)
  await screen.findByRole('dialog', { name: m.edit_listing_title() })
  await retype(m.sell_field_mileage(), '20000')
  await retype(m.common_features(), ' Sunroof, , Tow bar ')
  expect(screen.getByText(/^You change the mileage and the features\. We check these first/)).toBeTruthy()
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(told).toHaveBeenCalledWith('Buyers see the changed facts as soon as we have checked them.')
  told.mockRestore()
})

test('what was changed elsewhere meanwhile is taken in, and what was typed here stays and is saved with it', async () => {
  signInAs('Achieng', 'seller')
  const now: OwnListing = { ...listing, color: 'Blue', updatedAt: '2026-07-02T00:00:00Z' }
  const answers = [() => refusalWith(409, 'listing_wrong_state', 'This listing was changed.')]
  const saved = () => ({ success: true as const, message: 'Saved', updatedListing: now, reviewed: [] })
  const requests = fakeApi({
    'POST /api/sell/update': () => answers.shift()?.() ?? saved(),
    'GET /api/sell/user/:userId': () => ({ success: true, message: '', data: [now] }),
  })
  const onClose = vi.fn()
  renderPage(<EditListingDialog listing={listing} open onChange={async () => {}} onClose={onClose} />)
  await screen.findByRole('dialog', { name: m.edit_listing_title() })
  await retype(m.sell_field_price(), '640000')
  await save()
  await waitFor(() =>
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContainEqual(
      expect.stringContaining('This listing was changed meanwhile'),
    ),
  )
  expect(field(m.common_color()).value).toBe('Blue')
  expect(field(m.sell_field_price()).value).toBe('640000')
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(requests.filter(({ name }) => name.endsWith('/update')).at(-1)?.body).toMatchObject({
    updatedAt: now.updatedAt,
    color: 'Blue',
    price: '640000',
  })
})

test.each([
  ['Keep editing', 0],
  ['Leave', 1],
])('what was typed is not lost by a slip: %s', async (choice, closed) => {
  const onClose = vi.fn()
  renderPage(
    <>
      <EditListingDialog listing={listing} open onChange={async () => {}} onClose={onClose} />
      <AskHost />
    </>,
  )
  await screen.findByRole('dialog', { name: m.edit_listing_title() })
  await retype(m.sell_field_price(), '640000')
  await user.click(screen.getByRole('button', { name: m.common_cancel() }))
  const leaving = await screen.findByRole('alertdialog', { name: 'Leave without saving your changes?' })
  await user.click(within(leaving).getByRole('button', { name: choice }))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(closed))
})

test('the same file chosen for two places is named, and takes only the first', async () => {
  await openEdit()
  const photo = () =>
    new File([Uint8Array.of(0, 0, 0, 24), 'ftypheic', Uint8Array.of(7)], 'side.heic', { type: 'image/heic' })
  const inputs = () => [...document.querySelectorAll<HTMLInputElement>('input[type="file"]')]
  const newOnes = () => screen.queryAllByRole('button', { name: /^Undo the new/ }).length
  await user.upload(inputs()[0] as HTMLInputElement, photo())
  await waitFor(() => expect(newOnes()).toBe(1))
  await user.upload(inputs()[1] as HTMLInputElement, photo())
  expect(await screen.findByText(m.sell_picture_twice({ file: 'side.heic' }))).toBeTruthy()
  expect(newOnes()).toBe(1)
  await user.upload(inputs()[0] as HTMLInputElement, photo())
  await waitFor(() => expect(screen.queryByText(m.sell_picture_twice({ file: 'side.heic' }))).toBe(null))
})

test('of several new photos only the one that was refused is taken away, and named by its place', async () => {
  const refusal = { code: 'picture_unreadable', message: 'It is damaged.', data: { picture: 1 } }
  const answers = [refusal, undefined]
  const requests = fakeApi({
    'POST /api/sell/update': () => {
      const next = answers.shift()
      if (next) return Response.json({ success: false, ...next }, { status: 422 })
      return { success: true, message: 'Saved', updatedListing: listing, reviewed: [] }
    },
  })
  signInAs('Achieng')
  renderPage(<EditListingDialog listing={listing} open onChange={async () => {}} onClose={() => {}} />)
  await screen.findByRole('dialog', { name: m.edit_listing_title() })
  const photo = (side: number) =>
    new File([Uint8Array.of(0, 0, 0, 24), 'ftypheic', Uint8Array.of(side)], `${side}.heic`, {
      type: 'image/heic',
    })
  const inputs = () => [...document.querySelectorAll<HTMLInputElement>('input[type="file"]')]
  for (const place of [0, 1, 2]) {
    await user.upload(inputs()[place] as HTMLInputElement, photo(place))
    await waitFor(() => expect(screen.queryAllByAltText(/^New/i).length).toBe(place + 1))
  }
  await save()
  expect(await screen.findByText(m.picture_refused_removed({ place: 2, why: 'It is damaged.' }))).toBeTruthy()
  expect(screen.queryAllByAltText(/^New/i)).toHaveLength(2)
  await save()
  const sides = async () => {
    const sent = requests.filter(({ name }) => name.endsWith('/update')).at(-1)?.body ?? {}
    const files = Object.entries(sent).filter((field): field is [string, Blob] => field[1] instanceof Blob)
    return Promise.all(files.map(async ([name, file]) => [name, (await file.text()).charCodeAt(12)]))
  }
  await waitFor(() => expect(requests.filter(({ name }) => name.endsWith('/update'))).toHaveLength(2))
  // The third photo moved up to the place of the refused one.
  expect(await sides()).toEqual([
    ['image1', 0],
    ['image2', 2],
  ])
})
