import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { payableTypeLabels, paymentMethodLabels } from '@twende/contract/payments/payment-choices.ts'
import type { PaymentListItem } from '@twende/contract/payments/payment-list-item.ts'
import { paymentStateLabel } from '@twende/contract/payments/payment-state-labels.ts'
import { m } from '@twende/messages'
import { type PageInput, readPage } from '../../db/list-page.ts'
import type { AppDeps } from '../../deps.ts'
import { type CsvColumns, csvTable, type FilterInput, phoneCell, timeCell } from '../../http/csv.ts'
import { readPaymentItems } from './payment-list-item-store.ts'
import { countPaymentQueues, findPaymentItems, type PaymentSearch } from './payment-list-store.ts'
import { presentPaymentItem } from './present-payment-list-item.ts'

const PAGE_SIZE = 25

type TableDeps = Pick<AppDeps, 'db' | 'clock'>

/** The payments that match a filter as a CSV table. */
export function paymentsCsv(
  { db, clock }: TableDeps,
  callerRole: Role,
  { queue = 'all', ...filter }: FilterInput<PaymentSearch>,
) {
  return csvTable({
    role: callerRole,
    name: 'payments',
    filters: { queue, ...filter },
    now: clock.now(),
    columns,
    find: async (limit) => (await findPaymentItems(db, { ...filter, queue, limit, offset: 0 })).keys,
    read: async (keys) => (await readPaymentItems(db, keys)).map(presentPaymentItem),
  })
}

const columns: CsvColumns<PaymentListItem> = [
  [m.csv_time, ({ at }) => timeCell(at)],
  [m.csv_for, ({ purpose }) => (purpose === null ? '' : payableTypeLabels[purpose]())],
  [m.csv_reference, ({ reference }) => reference],
  [m.csv_way, ({ method }) => paymentMethodLabels[method]()],
  [m.csv_asked_ksh, ({ amount }) => amount, 'total'],
  [m.csv_received_ksh, ({ received }) => received, 'total'],
  [m.csv_payment_code, ({ code }) => code],
  [m.csv_payer, ({ payer }) => payer],
  [m.csv_phone, ({ phone }) => phoneCell(phone), 'contact'],
  [m.csv_status, ({ status }) => paymentStateLabel(status)],
  [m.csv_what_happened, ({ outcome }) => outcome],
]

/** A page of payments for staff, and how many wait in each queue. */
export async function listPayments(
  { db }: Pick<AppDeps, 'db'>,
  { queue = 'review', page, limit, ...filter }: FilterInput<PaymentSearch> & PageInput,
) {
  const [list, counts] = await Promise.all([
    readPage(
      { page, limit },
      {
        size: PAGE_SIZE,
        find: (range) => findPaymentItems(db, { ...filter, queue, ...range }),
        read: async (keys) => (await readPaymentItems(db, keys)).map(presentPaymentItem),
      },
    ),
    countPaymentQueues(db),
  ])
  return { ...list, counts }
}
