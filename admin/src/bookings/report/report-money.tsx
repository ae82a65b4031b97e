import type { AdminDeposit } from '@twende/contract/bookings/deposit.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { useCallback, useEffect } from 'react'
import { DepositActions } from '../deposit/deposit-actions.tsx'
import { OwedActions } from '../owed-actions.tsx'
import type { Act } from '../use-booking-action.ts'
import { readAgreement } from './agreement-step.tsx'
import type { OpenReport } from './use-report.ts'

/** While something is due, its customer may be paying it. */
const WHILE_DUE_MS = 5_000

/** What must be paid before the car leaves, and how it is paid. */
export function ReportPayment({ report: { draft, update } }: { report: OpenReport }) {
  const { bookingId } = draft
  const { due = 0, reference, phone, reach } = draft.booking
  const reload = useCallback(async () => {
    const { money } = await call('GET /api/admin/booking/:bookingId', { params: { bookingId } })
    update(({ booking }) => ({ booking: { ...booking, due: money.dueAtHandover } }))
    update(await readAgreement(bookingId))
  }, [bookingId, update])
  useWhileDue(due > 0, reload)
  if (due === 0) return null
  return (
    <section
      aria-label={m.admin_bookings_payment_title()}
      className="rounded-md bg-sunrise-tint px-4 py-3 text-sunrise-ink"
    >
      <p>{m.admin_report_unpaid({ amount: showKsh(due) })}</p>
      {reach && (
        <OwedActions
          booking={{ _id: bookingId, bookingId: reference, status: 'confirmed', phone, reach }}
          owed={due}
          keepable={0}
          act={actAndReload(reload)}
        />
      )}
    </section>
  )
}

function useWhileDue(isDue: boolean, reload: () => Promise<void>) {
  useEffect(() => {
    if (!isDue) return
    // Without network, what is known stays.
    const again = setInterval(() => void reload().catch(() => {}), WHILE_DUE_MS)
    return () => clearInterval(again)
  }, [isDue, reload])
}

function actAndReload(reload: () => Promise<void>): Act {
  return async (send) => {
    const { message } = await send()
    toast.success(message)
    await reload()
  }
}

/** The deposit of the booking: to be taken before the car is handed over, held when it comes back. */
export function ReportDeposit({ report: { draft, update } }: { report: OpenReport }) {
  const { bookingId, booking, deposit, kind } = draft
  const reload = useCallback(async () => {
    const { data } = await call('GET /api/admin/booking/:bookingId/deposit', { params: { bookingId } })
    update({ deposit: data.deposit })
    // What is held of it stands in the agreement, which may be read where there is no network.
    if (kind === 'handover') update(await readAgreement(bookingId))
  }, [bookingId, kind, update])
  const isDue = deposit !== null && deposit.due > 0
  useWhileDue(isDue, reload)
  if (!deposit) return null
  return (
    <section
      aria-label={m.admin_deposit_title()}
      className={`rounded-md px-4 py-3 ${isDue ? 'bg-sunrise-tint text-sunrise-ink' : 'bg-acacia-tint'}`}
    >
      <p>{wordsFor(deposit)}</p>
      <DepositActions
        booking={{ _id: bookingId, bookingId: booking.reference, phone: booking.phone }}
        deposit={deposit}
        act={actAndReload(reload)}
      />
    </section>
  )
}

function wordsFor({ due, held, waived }: AdminDeposit): string {
  if (due > 0) return m.admin_report_deposit_due({ amount: showKsh(due) })
  if (held > 0) return m.admin_report_deposit_held({ amount: showKsh(held) })
  return waived ? m.admin_report_deposit_waived() : m.admin_report_deposit_none_held()
}
