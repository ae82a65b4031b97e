import { showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { documentKindLabels } from '@twende/contract/cars/car-cover.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import type { PlaceNames } from '../../content/place-names.ts'
import type { NotificationKind, NotificationParams, TextsOf } from '../notification-kinds.ts'

type YardKind = Extract<NotificationKind, `yard_${string}`>
type YardDay = NotificationParams['yard_day']

/** What staff is reminded of. */
export const yardTexts: TextsOf<YardKind> = {
  yard_day: ({ day, out, back, pickups, returns }, places) => ({
    subject: m.mail_yard_day_subject({ day: showDay(day), out, back }),
    paragraphs: [
      listOf(m.mail_yard_day_out(), { moves: pickups, count: out }, places),
      listOf(m.mail_yard_day_back(), { moves: returns, count: back }, places),
    ],
    page: { label: m.mail_yard_page(), path: `/admin/yard?day=${day}` },
  }),

  yard_late_car: ({ bookingId, reference, carName: car, endDate, dropoffTime, hours }) => ({
    subject: m.mail_yard_late_subject({ car, reference, hours }),
    paragraphs: [
      m.mail_yard_late({ car, at: `${showDay(endDate)}, ${dropoffTime}` }),
      m.mail_yard_late_next(),
    ],
    page: { label: m.mail_yard_booking_page(), path: `/admin/bookings/${bookingId}` },
  }),

  yard_charge_disputed: ({ bookingId, reference, carName: car, amount }) => ({
    subject: m.mail_yard_dispute_subject({ reference, amount: showKsh(amount) }),
    paragraphs: [m.mail_yard_dispute({ car, reference, amount: showKsh(amount) })],
    page: { label: m.mail_yard_booking_page(), path: `/admin/bookings/${bookingId}` },
  }),

  yard_papers_waiting: ({ driverId, reference, carName: car, startDate, pickupTime }) => {
    const at = `${showDay(startDate)}, ${pickupTime}`
    return {
      subject: m.mail_yard_papers_subject({ reference, at }),
      paragraphs: [m.mail_yard_papers({ car, reference, at })],
      page: { label: m.mail_yard_papers_page(), path: `/admin/drivers/${driverId}` },
    }
  },
}

type Moves = { moves: YardDay['pickups']; count: number }

function listOf(title: string, { moves, count }: Moves, places: PlaceNames): string {
  const lines = moves.map(({ at, car, plate, place, reference }) => {
    const move = { time: showInstant(at).slice(-5), car, place: places.get(place) ?? place, reference }
    return plate === '' ? m.mail_yard_day_move_no_plate(move) : m.mail_yard_day_move({ ...move, plate })
  })
  const more = count > moves.length ? [m.mail_yard_day_more({ count: count - moves.length })] : []
  return [title, ...(count === 0 ? [m.mail_yard_day_none()] : lines), ...more].join('\n')
}

/** A longer list is read on the page. */
const MOST_LINES = 8

type Documents = NotificationParams['car_documents_ending']['documents']

export const carTexts: TextsOf<'car_documents_ending'> = {
  car_documents_ending: ({ documents }) => ({
    subject: m.mail_car_documents_subject({ count: documents.length }),
    paragraphs: [
      m.mail_car_documents_text(),
      documents.slice(0, MOST_LINES).map(lineOf).join('\n'),
      documents.length > MOST_LINES
        ? m.mail_car_documents_more({ count: documents.length - MOST_LINES })
        : '',
    ],
    page: { label: m.mail_car_documents_page(), path: '/admin/fleet/due' },
  }),
}

function lineOf({ kind, carName, numberPlate, day }: Documents[number]): string {
  const inputs = { document: documentKindLabels[kind](), day: showDay(day), car: carName }
  return numberPlate === null
    ? m.mail_car_documents_line(inputs)
    : m.mail_car_documents_line_with_plate({ ...inputs, plate: numberPlate })
}

export const operationTexts: TextsOf<'disk_room'> = {
  disk_room: ({ isNearlyFull }) => ({
    subject: isNearlyFull ? m.mail_disk_nearly_full_subject() : m.mail_disk_filling_subject(),
    paragraphs: [
      isNearlyFull ? m.admin_today_warning_disk_nearly_full() : m.admin_today_warning_disk_filling(),
    ],
    page: { label: m.mail_disk_page(), path: '/admin' },
  }),
}
