import { whatsappLink } from '@twende/ui/address.ts'
import { expect, test } from 'vitest'
import { links } from './links.ts'

test('a filter that is empty or missing leaves no trace in the address', () => {
  expect(links.rent({ search: '', category: undefined })).toBe('/rent')
  expect(links.rent({ search: 'Prado', category: 'Pickup Truck', page: 2 })).toBe(
    '/rent?search=Prado&category=Pickup+Truck&page=2',
  )
  expect(links.buy({ minPrice: 0 })).toBe('/buy?minPrice=0')
})

test('what people type cannot leave its place in an address', () => {
  expect(links.search('a&b=c?d#e')).toBe('/search?query=a%26b%3Dc%3Fd%23e')
  expect(links.product('../admin?x')).toBe('/product/..%2Fadmin%3Fx')
})

test('the payment answer keeps its two words', () => {
  expect(links.verify({ success: false, orderId: 'o1' })).toBe('/verify?success=false&orderId=o1')
})

test('a WhatsApp chat opens with digits only, with or without words', () => {
  expect(whatsappLink('+254 700 000 001')).toBe('https://wa.me/254700000001')
  expect(whatsappLink('254700000001', 'Hello & good day')).toBe(
    'https://wa.me/254700000001?text=Hello%20%26%20good%20day',
  )
})
