import { render, screen } from '@testing-library/react'
import type { BookingDriver } from '@twende/contract/drivers/driver.ts'
import { m } from '@twende/messages'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { PhotosStep } from './photos-step.tsx'
import { driversShown, newDraft, type ReportBooking } from './report-draft.ts'
import type { OpenReport } from './use-report.ts'

const person = (fullName: string, papers: Partial<BookingDriver>) =>
  ({ fullName, licenceNumber: 'DL-1', status: 'submitted', problems: [], takenOut: null, ...papers }) as never

function openHandover(data: readonly BookingDriver[], isCleared = false, money: Partial<ReportBooking> = {}) {
  const draft = newDraft({
    draftId: '0198a000-0000-7000-8000-000000000001',
    bookingId: '0198a000-0000-7000-8000-000000000002',
    kind: 'handover',
    booking: { customerName: 'Achieng Otieno', ...driversShown('handover', { isCleared, data }), ...money },
    basis: { carriedMarks: [], handover: null },
    deposit: null,
    now: new Date('2026-12-05T07:00:00Z'),
  } as never)
  render(
    <MemoryRouter>
      <PhotosStep report={{ draft, problem: null } as unknown as OpenReport} />
    </MemoryRouter>,
  )
}

test('papers that wait for a check are named before the first photo is taken', () => {
  openHandover([person('Achieng Otieno', {}), person('Brian Mwangi', {})])
  const says =
    /^The car cannot be handed over yet: the papers of Achieng Otieno and Brian Mwangi wait for a check\./
  expect(screen.getByText(says)).toBeTruthy()
  expect(screen.queryByText(/nobody is approved/)).toBe(null)
})

test.each([
  ['no papers were sent', []],
  ['they were refused', [person('Achieng Otieno', { status: 'refused' })]],
  ['their licence ends before', [person('Achieng Otieno', { problems: ['licence_expired'] as never })]],
] as const)('nobody is approved to drive where %s', (_, data) => {
  openHandover(data)
  expect(screen.getByText(/nobody is approved to drive/)).toBeTruthy()
})

test('nothing is missing where somebody is approved, or let pass', () => {
  openHandover([person('Achieng Otieno', { status: 'approved' }), person('Brian Mwangi', {})], true)
  expect(screen.queryByText(/cannot be handed over/)).toBe(null)
  expect(screen.getByText(/Achieng Otieno/)).toBeTruthy()
})

const reach = { mail: false, messages: false } as never

test('what must be paid before the car leaves is named, and taken here', () => {
  openHandover([], true, { due: 4_500, reach })
  expect(screen.getByText(/^Ksh 4,500 is not paid yet\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Take Ksh 4,500' })).toBeTruthy()
  expect(screen.getByRole('button', { name: m.admin_owed_allow_button() })).toBeTruthy()
})

test('nothing is asked for where all is paid, or was let pass', () => {
  openHandover([], true, { due: 0, reach })
  expect(screen.queryByText(/not paid yet/)).toBe(null)
})
