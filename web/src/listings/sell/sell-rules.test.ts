import { SellSubmission } from '@twende/contract/listings/sell-submission.ts'
import { LISTING_PLANS } from '@twende/contract/settings/first-settings.ts'
import { describe, expect, test } from 'vitest'
import { filledByMessage, planPaidText, readPastedMessage } from '../listing-form/pasted-message.tsx'
import { newDraftFields, readDraftFields, type SellDraft, sellFields } from './sell-draft.ts'
import { firstProblem, SELL_SECTIONS, sectionsDone, sellProblems } from './sell-rules.ts'
import { failureMessage, isUncertain, outcomeOf, quartersReached } from './upload-listing.ts'

const beginning = { thisYear: 2026, plans: LISTING_PLANS }
const MESSAGE =
  'UKLQX4T7LM Confirmed. Ksh4,500.00 sent to DEMO MOTORS LTD for account CAR1 on 21/11/26 at 8:26 AM New M-PESA balance is Ksh880.00.'
const now = new Date('2026-11-21T09:00:00Z')
const payTo = { names: ['DEMO MOTORS LTD'], numbers: ['174379'] }

function filledDraft(): SellDraft {
  const { values, payment } = newDraftFields(beginning)
  return {
    values: {
      ...values,
      name: 'Toyota Vitz F 1.3',
      category: 'Hatchback',
      price: '1,330,000',
      description: 'One owner.',
      mileage: '75200',
      location: 'Nairobi',
      color: 'Silver',
      engine: '1.3 L',
      power: '98 hp',
      acceleration: '12.4 s',
      contactPhone: '0712 345 678',
      contactEmail: 'seller@example.com',
      features: ['Radio'],
    },
    payment: {
      ...payment,
      mpesaName: 'Brian Otieno',
      mpesaPhoneNumber: '0712345678',
      mpesaMessage: MESSAGE,
      email: 'seller@example.com',
      amount: '4500',
    },
    pictures: [{ id: 'one', blob: new Blob(['x']) }],
    attemptKey: '',
  }
}

const here = { signedIn: true, ...beginning }

describe('what stands in the way', () => {
  test('nothing, of a filled form', () => {
    expect(firstProblem(filledDraft(), here)).toBeUndefined()
    expect(sellProblems(filledDraft(), beginning)).toEqual({})
    expect(sectionsDone(sellProblems(filledDraft(), beginning)).size).toBe(SELL_SECTIONS.length)
  })

  test('the fifteen checks come in their order, each with the field to look at', () => {
    const draft: SellDraft = { ...newDraftFields(beginning), pictures: [], attemptKey: '' }
    draft.payment.amount = ''
    const good = filledDraft()
    const told: unknown[] = []
    const tell = (signedIn = true) => {
      const problem = firstProblem(draft, { signedIn, ...beginning })
      told.push([problem?.field, problem?.sentence])
    }
    const write = (some: Partial<SellDraft['values']>) => Object.assign(draft.values, some)
    const pay = (some: Partial<SellDraft['payment']>) => Object.assign(draft.payment, some)
    tell(false)
    tell()
    draft.pictures = good.pictures
    tell()
    write({ features: ['Radio'] })
    tell()
    write({ category: 'SUV' })
    tell()
    write({ location: 'Nairobi' })
    tell()
    write({ contactPhone: '0712345678' })
    tell()
    write({ contactEmail: 'seller@example.com' })
    tell()
    pay({ mpesaName: 'Brian' })
    tell()
    pay({ mpesaPhoneNumber: '0212345678' })
    tell()
    pay({ mpesaPhoneNumber: '0712345678' })
    tell()
    pay({ mpesaMessage: MESSAGE })
    tell()
    pay({ email: 'seller' })
    tell()
    pay({ email: 'seller@example.com', amount: '0' })
    tell()
    pay({ amount: '4500' })
    tell()
    Object.assign(draft.values, good.values, { color: '' })
    tell()
    expect(told).toEqual([
      [undefined, 'Please log in to list a car for sale'],
      ['pictures', 'Please upload at least one image'],
      ['features', 'Please add at least one feature'],
      ['category', 'Please select a category'],
      ['location', 'Please select a location'],
      ['contactPhone', 'Please provide contact information'],
      ['contactEmail', 'Please provide contact information'],
      ['mpesaName', 'Please enter the M-Pesa name'],
      ['mpesaPhoneNumber', 'Please enter the M-Pesa phone number'],
      ['mpesaPhoneNumber', 'Please enter a valid Kenyan phone number (e.g., 254712345678 or 0712345678)'],
      ['mpesaMessage', 'Please enter the M-Pesa message'],
      ['email', 'Please enter the email for payment confirmation'],
      ['email', 'Please enter a valid email address'],
      ['amount', 'Please enter a valid payment amount'],
      ['name', 'Please fill in all basic car information'],
      ['color', 'Please enter the color'],
    ])
  })

  test('a message that the server could not read is refused here already', () => {
    const draft = filledDraft()
    draft.payment.mpesaMessage = 'I have paid'
    expect(firstProblem(draft, here)).toEqual({
      field: 'mpesaMessage',
      sentence: 'We could not find an M-Pesa code. Please paste the whole message, from its code on.',
    })
  })

  test('a phone is asked for the price of a plan, without name or message', () => {
    const draft = filledDraft()
    Object.assign(draft.payment, { paymentMethod: 'stk', mpesaName: '', mpesaMessage: '' })
    expect(firstProblem(draft, here)).toBeUndefined()
    draft.payment.amount = '500'
    expect(firstProblem(draft, here)?.field).toBe('amount')
  })
})

describe('what is sent', () => {
  test.each(['message', 'stk'] as const)('the server reads all of it, paid by %s', (paymentMethod) => {
    const draft = filledDraft()
    draft.payment.paymentMethod = paymentMethod
    const read = SellSubmission.safeParse(sellFields(draft))
    expect(read.error).toBeUndefined()
    expect(read.data).toMatchObject({
      name: 'Toyota Vitz F 1.3',
      price: 1_330_000,
      features: ['Radio'],
      specs: { engine: '1.3 L', power: '98 hp', acceleration: '12.4 s' },
      contactInfo: { phone: '254712345678', email: 'seller@example.com' },
      amount: 4_500,
      paymentMethod,
      mpesaMessage: paymentMethod === 'stk' ? '' : MESSAGE,
    })
  })
})

describe('a pasted message', () => {
  test('fills in the amount and says what it buys', () => {
    expect(filledByMessage(MESSAGE)).toEqual({ amount: '4500' })
    expect(filledByMessage('nothing')).toEqual({})
    expect(planPaidText(4_500, LISTING_PLANS)).toBe('Ksh 4,500 pays for 3 months.')
    expect(planPaidText(500, LISTING_PLANS)).toBe(
      'Ksh 500 pays for no plan. The smallest costs Ksh 2,000 for 1 month.',
    )
    const told = readPastedMessage({ mpesaMessage: MESSAGE, amount: '4500' }, payTo, now)
    expect(told?.reading).toMatchObject({ code: 'UKLQX4T7LM', amount: 4_500 })
    expect(told?.warnings).toEqual([])
  })

  test('to somebody else or of another amount is doubted', () => {
    const other = { mpesaMessage: MESSAGE.replace('DEMO MOTORS LTD', 'JANE DUKA'), amount: '2000' }
    expect(readPastedMessage(other, payTo, now)?.warnings).toEqual([
      'This was sent to another number or name.',
      'The message names another amount than the one entered.',
    ])
    expect(readPastedMessage({ mpesaMessage: ' ', amount: '2000' }, payTo, now)).toBeUndefined()
  })
})

describe('a draft', () => {
  test('comes back as it was kept', () => {
    const { pictures, ...words } = filledDraft()
    expect(pictures).toHaveLength(1)
    expect(readDraftFields(JSON.parse(JSON.stringify(words)), beginning)).toEqual(words)
  })

  test.each([
    null,
    5,
    'x',
    [],
    { values: 7, payment: [] },
    { values: { name: 5, features: [1, 'Radio', null] } },
  ])('of another shape (%j) leaves a form that works', (kept) => {
    const { values, payment } = readDraftFields(kept, beginning)
    expect({ ...values, features: [] }).toEqual(newDraftFields(beginning).values)
    expect(payment).toEqual(newDraftFields(beginning).payment)
  })

  test('begins with 1 month, and with 500 after a car was listed', () => {
    expect(newDraftFields(beginning).payment.amount).toBe('2000')
    expect(newDraftFields(beginning, { afterReset: true }).payment.amount).toBe('500')
  })
})

describe('how an upload ends', () => {
  const listed = { success: true, message: 'Listed', data: { _id: '1' }, payment: null }

  test.each([
    [outcomeOf(409, { success: false, message: 'Used', code: 'mpesa_code_used' }), 'Used', false],
    [outcomeOf(200, { success: false }), 'Failed to list car', false],
    [outcomeOf(500, { message: 'Broken' }), 'Server error: Broken', true],
    [outcomeOf(502, null), 'Server error: HTTP 502', true],
    [outcomeOf(200, '<html>'), 'An unexpected error occurred while listing the car for sale.', true],
    [{ kind: 'lost' } as const, 'Network error. Please check your connection.', true],
    [{ kind: 'timeout' } as const, 'Upload took too long. Please try again with smaller images.', true],
  ])('%j is told as %j', (outcome, words, uncertain) => {
    if (outcome.kind === 'listed') throw new Error('It was not listed.')
    expect(failureMessage(outcome)).toBe(words)
    expect(isUncertain(outcome)).toBe(uncertain)
  })

  test('an answer of ours is a listed car', () => {
    expect(outcomeOf(200, listed)).toEqual({ kind: 'listed', answer: listed })
  })

  test('each quarter is told once', () => {
    const steps = [0, 10, 24, 25, 30, 60, 74, 75, 99, 100]
    const told = steps.flatMap((now, place) => quartersReached(steps[place - 1] ?? 0, now))
    expect(told).toEqual([25, 50, 75, 100])
    // A small upload is over at once.
    expect(quartersReached(0, 100)).toEqual([25, 50, 75, 100])
  })
})
