import { policyPoints, showMinutes } from '@twende/contract/bookings/cancellation-format.ts'
import {
  BOOKING_HORIZON_DAYS,
  LONGEST_RENTAL_DAYS,
  MPESA_LARGEST_PAYMENT,
} from '@twende/contract/business-constants.ts'
import type { AppSettings } from '@twende/contract/content/content-routes.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { LegalSection } from './legal-text.tsx'

/** What holds for rented cars. */
export const termsOfRenting = ({
  bookingHoldMinutes: hold,
  cancellation,
}: AppSettings): readonly LegalSection[] => [
  {
    id: 'booking',
    title: 'Booking a car',
    body: [
      `You can book a car for up to ${LONGEST_RENTAL_DAYS} days, and up to ${BOOKING_HORIZON_DAYS} days ahead. The price is the number of days times the daily price on the car’s page, and it is fixed when you book. A day is 24 hours, and a part of a day counts as a whole one.`,
      `An unpaid booking keeps the car for you for a while, normally ${showMinutes(hold.mpesa)} if you pay by M-Pesa, and ${showMinutes(hold.whatsapp)} if you settle it with us on WhatsApp; the booking itself says until when. For new customers it is shorter, and what can be held unpaid is limited. After that it ends by itself, costs you nothing, and others may book the car.`,
      `A booking is confirmed when M-Pesa has told us of your payment, or when our staff confirms it on WhatsApp. One M-Pesa payment carries at most ${showKsh(MPESA_LARGEST_PAYMENT)}; beyond that we arrange it with you.`,
      'If money reaches us after the booking has ended, we give you the car if it is still free, and send the money back if it is not.',
    ],
  },
  {
    id: 'cancelling',
    title: 'Cancelling, and what you get back',
    body: [
      'You cancel in My Bookings, until the car is handed over. Before you say yes, you see exactly what will be sent back.',
      policyPoints(cancellation),
      'A booking keeps the terms of the day on which you made it.',
      'If you do not come to the pickup and do not tell us, it counts as a late cancellation. If we have to cancel, you get back everything, always.',
      'A person of our staff sends each refund to the M-Pesa number that paid, normally within two working days, and you get the M-Pesa code of it by email.',
    ],
  },
  {
    id: 'driving',
    title: 'Who may drive',
    body: [
      'The driver is at least 23 years old, has held a driving licence for two years or longer, and brings the licence and a national ID or passport to the pickup. A licence from abroad is fine if it is in English or comes with an international permit.',
      'Nobody else may drive, unless we have written their name on the handover sheet. Driving after drinking, for hire or reward, in races, off public roads with a car that is not a 4x4, or out of Kenya without our written yes, is not allowed and not insured.',
    ],
  },
  {
    id: 'deposit-and-fuel',
    title: 'Deposit, fuel and kilometres',
    body: [
      'The deposit stands on the car’s page. You pay it at the pickup, apart from the rental, and get it back when the car comes home as it left. If something is to be kept of it, we show you the pictures taken at handover and return, and say why in writing.',
      'The car leaves with the fuel noted on the handover sheet and comes back with as much. What is missing is charged at the pump’s price. Kilometres beyond those included each day are charged at the rate on the handover sheet.',
      'Every rented car is insured for damage to others as the law asks. Damage to the car itself is covered beyond the deposit, unless it came from what this page does not allow. Report every accident to us and to the police at once.',
      'Traffic fines and tolls of your days are yours.',
    ],
  },
  {
    id: 'returning',
    title: 'Bringing it back',
    body: [
      'Please bring the car to the agreed place at the agreed time. We need two hours between two customers, so an hour’s delay is somebody else’s late start: tell us early, and if nobody waits for the car we can often prolong your rental. A return that is later than an hour without word costs another day.',
    ],
  },
]
