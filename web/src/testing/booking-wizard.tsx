import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { BookingQuote } from '@twende/contract/bookings/booking-routes.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import { rentalCar } from '@twende/ui/testing/rental-car.ts'
import { useLocation } from 'react-router'
import { BookWizard } from '../bookings/book/book-wizard.tsx'
import { readVisit } from '../bookings/book/booking-draft.ts'
// Loaded late by the page.
import '../bookings/book/wizard-form.tsx'

export const bookedCar: Car = { ...rentalCar, name: 'Toyota Premio', category: 'Sedan', price: 5500 }

/** What the server says of three free days. */
export const quote: BookingQuote = {
  pickupTime: '10:00',
  pricePerDay: 5500,
  totalDays: 3,
  totalAmount: 16_500,
  insuranceCost: 0,
  dailyPrices: Array.from({ length: 3 }, () => ({ price: 5500, insurance: 0 })),
  discountPercent: 0,
  discount: 0,
  extras: [],
  childSeatsFree: null,
  chauffeursFree: null,
  finalAmount: 16_500,
  free: true,
  offered: true,
  nextFree: null,
  similar: [],
}

/** The wizard with its car, as the page shows it. */
export function Wizard() {
  const { visit, step } = readVisit(useLocation())
  return (
    <BookWizard
      car={bookedCar}
      owner="somebody"
      visit={{ visit: step === 1 ? 'first' : visit, step }}
      period={{}}
      places={{
        answer: { state: 'here', value: [{ _id: 'a', name: 'Karen, Nairobi', town: null }] },
        retry: () => {},
      }}
    />
  )
}

const user = userEvent.setup({ delay: null })
export const pickup = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Pickup date/ })
export const dropoff = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Dropoff date/ })
export const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' })

/** Fills a field at once: a key at a time, the wizard would be rendered for each. */
async function fill(field: HTMLElement, text: string) {
  await user.click(field)
  await user.paste(text)
}

export async function fillDates(from = '1 Dec', until = '4/12/2026') {
  await screen.findByRole('textbox', { name: /^Pickup date/ })
  await fill(pickup(), from)
  await fill(dropoff(), until)
  await user.selectOptions(screen.getByRole('combobox', { name: /^Pickup location/ }), 'Karen, Nairobi')
  await user.selectOptions(screen.getByRole('combobox', { name: /^Dropoff location/ }), 'Karen, Nairobi')
}

export async function fillCustomer(address: string) {
  const email = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Email/ })
  await fill(screen.getByRole('textbox', { name: /^First name/i }), 'Achieng')
  await fill(screen.getByRole('textbox', { name: /^Last name/i }), 'Otieno')
  await fill(screen.getByRole('textbox', { name: /^Phone/ }), '0712345678')
  await fill(email, address)
  return email
}
