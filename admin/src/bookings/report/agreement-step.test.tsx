import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { noPayment } from '../../form/payment-values.ts'
import { AgreementStep } from './agreement-step.tsx'
import { bodyOf, newDraft, type ReportDraft } from './report-draft.ts'
import { SignatureStep } from './signature-step.tsx'
import type { OpenReport } from './use-report.ts'

const words = (language: 'en' | 'sw') => ({
  language,
  title: language === 'en' ? 'Rental agreement' : 'Mkataba wa kukodi gari',
  sections: [
    { title: 'Rates', blocks: [{ kind: 'facts', facts: [{ label: 'Each kilometre', value: 'Ksh 25' }] }] },
  ],
  condition: {
    title: language === 'en' ? 'Condition' : 'Hali ya gari',
    odometer: 'Odometer',
    fuel: 'Fuel',
    equipment: 'Equipment',
    noEquipment: 'None',
    note: 'Note',
    marks: 'Marks',
    noMarks: 'No marks',
    levels: ['Empty', '1', '2', '3', '4', '5', '6', '7', language === 'en' ? 'Full' : 'Imejaa'],
    equipmentNames: {},
    markNames: { 'dent left': language === 'en' ? 'Dent, left side' : 'Mbonyeo, upande wa kushoto' },
  },
  declaration: language === 'en' ? 'I agree.' : 'Ninakubali.',
})

const draft = {
  ...newDraft({
    draftId: '0198a000-0000-7000-8000-000000000001',
    bookingId: '0198a000-0000-7000-8000-000000000002',
    kind: 'handover',
    booking: { customerName: 'Achieng Otieno' },
    basis: { carriedMarks: [], handover: null },
    deposit: null,
    now: new Date('2026-12-05T07:00:00Z'),
  } as never),
  km: '40000',
  fuel: 8,
  marks: [{ id: 'a', x: 20, y: 200, kind: 'dent', note: '' }],
} as ReportDraft

let current = draft

function Report() {
  const [shown, setShown] = useState(draft)
  current = shown
  const update = (change: Partial<ReportDraft>) => setShown((now) => ({ ...now, ...change }))
  const report = { draft: shown, update } as unknown as OpenReport
  return (
    <>
      <AgreementStep report={report} />
      <SignatureStep report={report} />
    </>
  )
}

test('the renter reads the whole agreement and the condition of the car in a chosen language before signing, and that one is sent', async () => {
  fakeApi({
    'GET /api/admin/booking/:bookingId/agreement': () =>
      ({ success: true, language: 'en', data: [words('en'), words('sw')], unprintable: ['\ua840'] }) as never,
  })
  render(<Report />)
  expect(await screen.findByRole('heading', { name: 'Rental agreement' })).toBeTruthy()
  for (const text of ['Ksh 25', '40,000 km', 'Full', 'Dent, left side', 'I agree.'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('\ua840')
  await userEvent.click(screen.getByRole('radio', { name: 'Kiswahili' }))
  for (const text of ['Mkataba wa kukodi gari', 'Imejaa', 'Mbonyeo, upande wa kushoto', 'Ninakubali.'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(bodyOf(current, '2026-12-05T07:10:00.000Z').report.language).toBe('sw')
})

test('letters that the report of a return cannot show are named before its signature', async () => {
  const requests = fakeApi({
    'GET /api/admin/booking/:bookingId/agreement': () =>
      ({ success: true, language: 'en', data: [words('en'), words('sw')], unprintable: ['\ua840'] }) as never,
  })
  const otherCharges = [{ id: 'b', what: 'A lost \ua840', amount: '500' }]
  const basis = { carriedMarks: [], handover: null, terms: {}, totalDays: 3, dueAt: draft.startedAt }
  const chargesPayment = { ...noPayment, note: 'By \ua841' }
  const returned = { ...draft, kind: 'return', basis, note: 'Clean', otherCharges, chargesPayment }
  const report = { draft: returned, update: () => {} }
  render(<SignatureStep report={report as unknown as OpenReport} />)
  expect((await screen.findByRole('alert')).textContent).toContain('\ua840')
  expect(requests[0]?.query.get('typed')).toBe('\ua841 \ua840')
})
