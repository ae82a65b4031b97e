import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { m } from '@twende/messages'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { ownListing } from '@twende/ui/testing/own-listing.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import { ContactSeller } from './contact-seller.tsx'
import { useSellerContact } from './use-seller-contact.ts'

const listing = { ...ownListing, contactInfo: { phone: '0712 ***', email: 's***' } }

function Card() {
  return <ContactSeller listing={listing} contact={useSellerContact(listing)} />
}

test('phone and email stay hidden until they are asked for, and then have the focus', async () => {
  const requests = fakeApi({
    'POST /api/sell/reveal/:carId': () => ({
      success: true,
      message: '',
      data: { phone: '0712 345 678', email: 'seller@example.com' },
    }),
  })
  renderPage(<Card />)
  expect(screen.queryByRole('link', { name: /@/ })).toBe(null)
  await userEvent.click(screen.getByRole('button', { name: m.contact_seller_show() }))
  const phone = await screen.findByRole('link', { name: '0712 345 678' })
  await waitFor(() => expect(document.activeElement).toBe(phone))
  expect(phone.getAttribute('href')).toBe('tel:+254712345678')
  expect(screen.getByRole('link', { name: 'seller@example.com' })).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ way: 'show' }])
})
