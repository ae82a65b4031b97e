import { ownListing } from '@twende/ui/testing/own-listing.ts'
import { expect, test } from 'vitest'
import { newListing } from '../listing-form/listing-values.ts'
import { isChanged, readFeatures, rebase, valuesOf } from './edit-listing-values.ts'

const before = { ...newListing(2026), name: 'Toyota Vitz', price: '900000', features: ['Radio'] }

test('features are apart by commas, trimmed, and blanks are dropped', () => {
  expect(readFeatures(' Radio ,, Roof  rack,\n,Tow bar ')).toEqual(['Radio', 'Roof rack', 'Tow bar'])
  expect(readFeatures(' , ')).toEqual([])
})

test('what was typed is laid over what somebody else changed meanwhile', () => {
  const typed = { ...before, price: '850000' }
  const now = { ...before, name: 'Toyota Vitz F', available: 'false' }
  expect(rebase(typed, before, now)).toEqual({ ...now, price: '850000' })
})

test('a form put back as it was is not changed', () => {
  expect(isChanged({ ...before, features: ['Radio'] }, before)).toBe(false)
  expect(isChanged({ ...before, features: ['Radio', 'Sunroof'] }, before)).toBe(true)
})

test('the form of changes that were refused holds them, so that they can be put right', () => {
  const { pictures, ...facts } = ownListing
  const published = { ...facts, pictures, description: 'One owner.' }
  const edit = {
    id: 'e1',
    state: 'refused' as const,
    fields: ['description' as const],
    reason: 'No phone numbers, please',
    submittedAt: '2026-06-02T00:00:00Z',
    published,
    proposed: { ...published, description: 'One owner. Call 0712 345 678.' },
  }
  expect(valuesOf({ ...ownListing, edit }).description).toBe('One owner. Call 0712 345 678.')
})
