import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { m } from '@twende/messages'
import { type FakeRequest, fakeApi } from '@twende/ui/testing/fake-api.ts'
import { ownListing } from '@twende/ui/testing/own-listing.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test, vi } from 'vitest'
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
  await user.type(field(label), text)
}

async function openEdit(): Promise<{ requests: FakeRequest[]; onClose: () => void }> {
  const requests = fakeApi({
    'POST /api/sell/update': () => ({
      success: true,
      message: 'Saved',
      updatedListing: listing,
      reviewed: [],
    }),
  })
  const onClose = vi.fn()
  renderPage(<EditListingDialog listing={listing} open onChange={async () => {}} onClose={onClose} />)
  await screen.findByRole('dialog', { name: m.edit_listing_title() })
  return { requests, onClose }
}

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
