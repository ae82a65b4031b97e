import { render, screen } from '@testing-library/react'
import { m } from '@twende/messages'
import { ownBooking } from '@twende/ui/testing/own-booking.ts'
import { expect, test } from 'vitest'
import { type Drivers, DriversSection } from './drivers-section.tsx'

const nobody = {
  success: true,
  isCleared: false,
  isWaived: false,
  additional: { booked: 0, approved: 0, missing: 0, unbooked: 0, price: 0 },
  data: [],
} satisfies Drivers
const driver = {
  _id: 'a',
  fullName: 'Achieng Otieno',
  refusalReason: null,
  withdrawal: null,
  licenceExpires: '2030-01-31',
}
const approved = { ...driver, status: 'approved', problems: [] } as never
const chauffeur = { kind: 'chauffeur' } as never

test.each([
  ['papers are asked for', {}, {}, m.driver_section_ask()],
  ['approved papers are brought', {}, { isCleared: true, data: [approved] }, m.driver_section_cleared()],
  [
    'nothing is to be brought to a car that is out',
    { status: 'active' as const },
    { isCleared: true, data: [approved] },
    m.driver_section_out(),
  ],
  [
    'nothing is asked for a car that is out',
    { status: 'active' as const },
    { isWaived: true },
    m.driver_section_out_unnamed(),
  ],
  [
    'whoever books a chauffeur is asked for nothing',
    { extras: [chauffeur] },
    {},
    m.driver_section_chauffeur(),
  ],
  ['whoever is let pass is asked for nothing', {}, { isWaived: true }, m.driver_section_waived()],
])('%s', (_, change, known, words) => {
  const drivers = { ...nobody, ...known }
  render(
    <DriversSection
      booking={{ ...ownBooking, ...change }}
      timeline={[]}
      refresh={() => {}}
      loaded={{ drivers, isMissing: false, reload: () => {} }}
    />,
  )
  expect(screen.getByText(words)).toBeTruthy()
})

test('new papers are sent while the car is out, after the approval of its driver was withdrawn', () => {
  const withdrawal = { at: '2026-11-21T09:05:00.000Z', reason: 'Never issued' }
  const gone = { ...driver, status: 'refused', problems: [], withdrawal } as never
  render(
    <DriversSection
      booking={{ ...ownBooking, status: 'active' }}
      timeline={[]}
      refresh={() => {}}
      loaded={{ drivers: { ...nobody, data: [gone] }, isMissing: false, reload: () => {} }}
    />,
  )
  expect(screen.getByText(m.driver_status_withdrawn())).toBeTruthy()
  expect(screen.getByText('Never issued')).toBeTruthy()
  expect(screen.getByText(m.driver_section_withdrawn({ name: 'Achieng Otieno' }))).toBeTruthy()
  expect(screen.getByRole('button', { name: m.driver_section_send_again() })).toBeTruthy()
})
