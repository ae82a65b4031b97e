import { policyPoints } from '@twende/contract/bookings/cancellation-format.ts'
import {
  type CancellationPolicy,
  cancellationDocument,
} from '@twende/contract/bookings/cancellation-policy.ts'
import { extraLabel } from '@twende/contract/bookings/extra-format.ts'
import { daysByPrice } from '@twende/contract/bookings/rental-price.ts'
import {
  type BookedTerms,
  bookedTermsDocument,
  kilometresIncluded,
} from '@twende/contract/bookings/rental-terms.ts'
import { termsOfRenting } from '@twende/contract/bookings/terms-of-renting.ts'
import { showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import type { PlaceNames } from '../../content/place-names.ts'
import type { Block, Fact, Section } from '../../pdf/document.ts'
import type { AgreementContent, AgreementTerms } from './agreement-content.ts'

/** What an agreement says apart from the condition of the car, read and ready to be put into words. */
export type TermsWriter = Omit<AgreementTerms, 'cancellation' | 'rentalTerms'> & {
  places: PlaceNames
  cancellation: CancellationPolicy
  rentalTerms: BookedTerms
}

export function termsWriter(content: AgreementTerms, places: PlaceNames): TermsWriter {
  return {
    ...content,
    places,
    cancellation: cancellationDocument.read(content.cancellation),
    rentalTerms: bookedTermsDocument.read(content.rentalTerms),
  }
}

export function titleOf({ kind }: Pick<AgreementTerms, 'kind'>): string {
  const titles = {
    handover: m.agreement_title,
    return: m.agreement_return_title,
    addendum: m.agreement_addendum_title,
  }
  return titles[kind]()
}

/** Who rents what from whom, for how long, and for how much; a section for which there is nothing is left out. */
export function agreedSections(writer: TermsWriter): Section[] {
  const sections = [
    parties(writer),
    drivers(writer),
    car(writer),
    rental(writer),
    price(writer),
    money(writer),
    rates(writer),
    deposit(writer),
  ]
  return sections.flatMap((section) => section ?? [])
}

export function parties({ business, customer, drivers }: TermsWriter): Section {
  return {
    title: m.agreement_parties_title(),
    blocks: [
      facts([
        [m.agreement_owner(), business.name],
        [m.agreement_owner_phone(), showPhone(business.phone)],
        [m.agreement_renter(), customer.name],
        [m.agreement_phone(), showPhone(customer.phone)],
        // What the customer typed was compared with no paper; where drivers are named, theirs was.
        [m.agreement_licence(), drivers.length === 0 ? customer.licenseNumber : ''],
        [m.agreement_email(), customer.email],
        [m.agreement_address(), customer.address],
      ]),
    ],
  }
}

const identityLabels = {
  national_id: m.driver_form_identity_national_id,
  passport: m.driver_form_identity_passport,
  alien_id: m.driver_form_identity_alien_id,
  refugee_id: m.driver_form_identity_refugee_id,
  east_african_id: m.driver_form_identity_east_african_id,
  diplomatic_id: m.driver_form_identity_diplomatic_id,
}

/** Everybody who may drive, with the numbers of their papers. */
export function drivers({ drivers, price, business }: TermsWriter): Section | undefined {
  const title = m.agreement_drivers_title()
  if (drivers.length > 0) {
    const rows = drivers.map((driver) => [
      driver.name,
      driver.licenceNumber,
      // A number with spaces stays on one line.
      `${identityLabels[driver.identityKind]()} ${driver.identityNumber.replaceAll(' ', '\u00a0')}`,
    ])
    const head = [m.agreement_driver(), m.agreement_licence(), m.agreement_identity()]
    return { title, blocks: [{ kind: 'table', head, rows }] }
  }
  if (!price.extras.some(({ kind }) => kind === 'chauffeur')) return undefined
  return { title, blocks: [{ kind: 'text', text: m.agreement_chauffeur({ business: business.name }) }] }
}

export function car({ car }: TermsWriter): Section {
  const { name, category, numberPlate, seats, transmission, fuelType } = car
  const gearbox = { automatic: m.car_label_automatic, manual: m.car_label_manual }
  const fuels = {
    petrol: m.car_label_petrol,
    electric: m.car_label_electric,
    hybrid: m.car_label_hybrid,
    diesel: m.car_label_diesel,
  }
  return {
    title: m.agreement_car_title(),
    blocks: [
      facts([
        [m.agreement_car(), name],
        [m.agreement_number_plate(), numberPlate ?? ''],
        [m.agreement_category(), category],
        [m.agreement_equipment(), `${gearbox[transmission]()}, ${fuels[fuelType]()}`],
        [m.agreement_seats(), String(seats)],
      ]),
    ],
  }
}

export function rental({ rental, places, rentalTerms }: TermsWriter): Section {
  const place = (name: string) => places.get(name) ?? name
  const { startDate, pickupTime, pickupLocation, endDate, dropoffTime, dropoffLocation, totalDays } = rental
  return {
    title: m.agreement_rental_title(),
    blocks: [
      facts([
        [m.agreement_pickup(), `${showDay(startDate)}, ${pickupTime}, ${place(pickupLocation)}`],
        [m.agreement_dropoff(), `${showDay(endDate)}, ${dropoffTime}, ${place(dropoffLocation)}`],
        [m.extra_delivery_address(), rental.deliveryAddress],
        [m.extra_collection_address(), rental.collectionAddress],
        [m.agreement_days(), String(totalDays)],
        [m.agreement_kilometres_included(), showKm(kilometresIncluded(rentalTerms, totalDays))],
      ]),
    ],
  }
}

type Addendum = NonNullable<AgreementContent['addendum']>

/** What was changed of a rental, and what is to be paid from then on. */
export function addendumSections(writer: TermsWriter, addendum: Addendum): Section[] {
  const sections = [car(writer), ...change(writer, addendum), money(writer), rates(writer)]
  return sections.flatMap((section) => section ?? [])
}

function change({ rentalTerms }: TermsWriter, addendum: Addendum): Section[] {
  const { sequence, madeAt, from, to, addedDrivers, removedDrivers } = addendum
  const title = m.agreement_change_title({ number: sequence, at: showInstant(madeAt) })
  if (addedDrivers.length + removedDrivers.length > 0) {
    const blocks = [
      ...named(m.agreement_change_drivers(), addedDrivers),
      ...named(m.agreement_change_drivers_gone(), removedDrivers),
    ]
    return [{ title, blocks }]
  }
  const showIncluded = ({ totalDays }: Addendum['from']) => showKm(kilometresIncluded(rentalTerms, totalDays))
  const showReturn = ({ endDate, dropoffTime }: Addendum['from']) => `${showDay(endDate)}, ${dropoffTime}`
  const rows = [
    [m.agreement_dropoff(), showReturn(from), showReturn(to)],
    [m.agreement_days(), String(from.totalDays), String(to.totalDays)],
    [m.agreement_kilometres_included(), showIncluded(from), showIncluded(to)],
    [m.agreement_price_title(), showKsh(from.finalAmount), showKsh(to.finalAmount)],
  ]
  const head = ['', m.agreement_change_before(), m.agreement_change_after()]
  return [{ title, blocks: [{ kind: 'table', head, rows }] }]
}

function named(text: string, drivers: Addendum['addedDrivers']): Block[] {
  const names = drivers.map(({ name }): readonly [string, string] => [m.agreement_driver(), name])
  return names.length === 0 ? [] : [{ kind: 'text', text }, facts(names)]
}

/** Who accepted a change: by name where a link was used, or else the customer, who made it. */
export function acceptance({ customer }: TermsWriter, { acceptedAt, accepterName }: Addendum): Section {
  const known = { name: accepterName || customer.name, at: showInstant(acceptedAt) }
  const text = accepterName ? m.agreement_accepted_by_link(known) : m.agreement_accepted_by_account(known)
  return { title: m.agreement_acceptance_title(), blocks: [{ kind: 'text', text }] }
}

function price({ price, places }: TermsWriter): Section {
  const { dailyPrices, insuranceCost, discount, discountPercent, extras, finalAmount } = price
  const rows = daysByPrice(dailyPrices).map(({ days, price: each }) => [
    m.agreement_line_days({ days, price: showKsh(each) }),
    showKsh(days * each),
  ])
  if (insuranceCost > 0) rows.push([m.agreement_line_insurance(), showKsh(insuranceCost)])
  if (discount > 0) {
    rows.push([m.agreement_line_discount({ percent: discountPercent }), `−${showKsh(discount)}`])
  }
  const nameOf = (place: string) => places.get(place) ?? place
  rows.push(...extras.map((line) => [extraLabel(line, nameOf), showKsh(line.amount)]))
  return {
    title: m.agreement_price_title(),
    blocks: [amounts(rows, [m.agreement_line_total(), showKsh(finalAmount)])],
  }
}

/** What was paid and what is owed when the paper was signed. */
export function money({ money }: TermsWriter): Section | undefined {
  if (!money) return undefined
  return {
    title: m.agreement_money_title(),
    blocks: [
      facts([
        [m.agreement_money_paid(), showKsh(money.paid)],
        [m.agreement_money_owed(), showKsh(money.owed)],
      ]),
    ],
  }
}

/** What is charged at the return, by the terms that the booking keeps. */
function rates({ rentalTerms, price }: TermsWriter): Section {
  const { extraKmRate, fuelPerEighth, lateMinutes, cleaningFee } = rentalTerms
  const rate = (amount: number) => (amount === 0 ? '' : showKsh(amount))
  const perDay = price.pricePerDay === 0 ? '' : m.agreement_rate_of_day({ price: showKsh(price.pricePerDay) })
  return {
    title: m.agreement_rates_title(),
    blocks: [
      facts([
        [m.agreement_rate_kilometre(), rate(extraKmRate)],
        [m.agreement_rate_fuel(), rate(fuelPerEighth)],
        [m.agreement_rate_late({ minutes: lateMinutes }), perDay],
        [m.agreement_rate_cleaning(), rate(cleaningFee)],
      ]),
    ],
  }
}

function deposit({ deposit, depositHeld, depositWaived }: TermsWriter): Section | undefined {
  const title = m.agreement_deposit_title()
  if (deposit === 0) {
    if (depositWaived === 0) return undefined
    const text = m.agreement_deposit_waived({ amount: showKsh(depositWaived) })
    return { title, blocks: [{ kind: 'text', text }] }
  }
  const amount = showKsh(deposit)
  if (depositHeld !== null && depositHeld >= deposit)
    return { title, blocks: [{ kind: 'text', text: m.agreement_deposit_held({ amount }) }] }
  return { title, blocks: [{ kind: 'text', text: m.agreement_deposit_text({ amount }) }] }
}

export function cancelling({ cancellation }: TermsWriter): Section {
  return {
    title: m.agreement_cancelling_title(),
    blocks: [{ kind: 'points', points: policyPoints(cancellation) }],
  }
}

/** The other terms of renting that are on the site, and who answers for what. */
export function terms({ cancellation, rentalTerms }: TermsWriter): Section[] {
  const last = [
    { title: m.terms_liability_title(), body: [m.terms_liability_text()] },
    { title: m.terms_law_title(), body: [m.terms_law_text()] },
  ]
  const others = termsOfRenting(cancellation, rentalTerms).filter(({ id }) => id !== 'cancelling')
  const blocks = [...others, ...last].flatMap(({ title, body }): Block[] => [
    { kind: 'text', text: title, tone: 'strong' },
    ...body.map(passageBlock),
  ])
  return [{ title: m.agreement_terms_title(), blocks }]
}

function passageBlock(passage: string | readonly string[]): Block {
  return typeof passage === 'string'
    ? { kind: 'text', text: passage, tone: 'small' }
    : { kind: 'points', points: passage }
}

/** Facts without a value are left out. */
export function facts(given: readonly (readonly [label: string, value: string])[]): Block {
  const known = given.filter(([, value]) => value !== '')
  return { kind: 'facts', facts: known.map(([label, value]): Fact => ({ label, value })) }
}

export const amounts = (rows: readonly (readonly string[])[], sum: readonly string[]): Block => ({
  kind: 'table',
  head: [m.agreement_line_what(), m.agreement_line_amount()],
  rows,
  sum,
})

export const showKm = (km: number) => `${km.toLocaleString('en-KE')} km`
