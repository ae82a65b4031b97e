import fc from 'fast-check'
import { expect, test } from 'vitest'
import { servicesNamed } from './services-named.ts'

const services = ['Computer Repair', 'Data Recovery', 'Networking and Wi-Fi'].map((name) => ({ name }))
const found = (search: string) => servicesNamed(services, search).map(({ name }) => name)

test('a service is found by any part of its name, in any case and order', () => {
  expect(found('repair')).toEqual(['Computer Repair'])
  expect(found('  RE  ')).toEqual(['Computer Repair', 'Data Recovery'])
  expect(found('wi-fi network')).toEqual(['Networking and Wi-Fi'])
  expect(found('plumbing')).toEqual([])
})

test('no words find everything, and nothing that is typed breaks the search', () => {
  expect(found(' ')).toHaveLength(3)
  fc.assert(fc.property(fc.string(), (search) => found(search).length <= 3))
})
