import { showDay } from '@twende/contract/calendar-day.ts'
import { documentKindLabels } from '@twende/contract/cars/car-cover.ts'
import { m } from '@twende/messages'
import type { NotificationParams, TextsOf } from '../notification-kinds.ts'

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
