import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { m } from '@twende/messages'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { ownListing } from '@twende/ui/testing/own-listing.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test, vi } from 'vitest'
import { ContactSeller } from './contact-seller.tsx'
import { useSellerContact } from './use-seller-contact.ts'

const listing = { ...ownListing, contactInfo: { phone: '0712 ***', email: 's***' } }

function Card({ car = listing }) {
  return <ContactSeller listing={car} contact={useSellerContact(car)} />
}

const revealed = () => ({
  success: true as const,
  message: '',
  data: { phone: '0712 345 678', email: 'seller@example.com' },
})

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

test('the chat opens with the tap and goes to the seller, with words that name the car and its page', async () => {
  const chat = {
    opener: window,
    document: { title: '', body: { textContent: '' } },
    location: { replace: vi.fn() },
  }
  vi.stubGlobal('open', () => chat)
  const answer = Promise.withResolvers<void>()
  const requests = fakeApi({
    'POST /api/sell/reveal/:carId': async () => {
      await answer.promise
      return revealed()
    },
  })
  renderPage(<Card />)
  await userEvent.click(screen.getByRole('link', { name: 'WhatsApp' }))
  expect(chat.document.body.textContent).toBe(m.contact_seller_opening_chat())
  expect(chat.opener).toBe(null)
  answer.resolve()
  await waitFor(() => expect(chat.location.replace).toHaveBeenCalled())
  const address = new URL(String(chat.location.replace.mock.calls[0]?.[0]))
  expect(address.origin + address.pathname).toBe('https://wa.me/254712345678')
  expect(address.searchParams.get('text')).toContain('I am interested in your Toyota Vitz (2015)')
  expect(address.searchParams.get('text')).toContain(`http://localhost/buy/${listing._id}`)
  expect(requests.map(({ body }) => body)).toEqual([{ way: 'whatsapp' }])
})

test('once the seller is known, each way is a link of its own, and each is told to the server', async () => {
  const requests = fakeApi({ 'POST /api/sell/reveal/:carId': revealed })
  renderPage(<Card />)
  await userEvent.click(screen.getByRole('button', { name: m.contact_seller_show() }))
  await screen.findByRole('link', { name: '0712 345 678' })
  expect(screen.queryByText(/\*\*\*/)).toBe(null)
  const call = screen.getByRole('link', { name: m.contact_seller_call() })
  const email = screen.getByRole('link', { name: m.contact_seller_email() })
  expect(call.getAttribute('href')).toBe('tel:+254712345678')
  const mail = new URL(email.getAttribute('href') ?? '')
  expect([mail.protocol, mail.pathname]).toEqual(['mailto:', 'seller@example.com'])
  expect(mail.searchParams.get('subject')).toBe('Inquiry about Toyota Vitz')
  expect(screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('target')).toBe('_blank')
  for (const link of [call, email]) {
    link.addEventListener('click', (event) => event.preventDefault())
    await userEvent.click(link)
  }
  await waitFor(() =>
    expect(requests.map(({ body }) => body)).toEqual([{ way: 'show' }, { way: 'call' }, { way: 'email' }]),
  )
})

test('the seller of a sold car is not offered, but other cars of its kind', () => {
  renderPage(<Card car={{ ...listing, available: false }} />)
  expect(screen.getByRole('heading', { name: 'Contact Seller' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'WhatsApp' })).toBe(null)
  const others = screen.getByRole('link', { name: 'See other cars' })
  expect(others.getAttribute('href')).toBe('/buy?category=Hatchback')
})
