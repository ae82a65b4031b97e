import { fullName } from '@twende/contract/accounts/full-name.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { formCall } from '@twende/ui/api/file-calls.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { DriverForm } from '@twende/ui/drivers/driver-form.tsx'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { loadForPage, Page, PageContent, pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import type { Route } from './+types/enter-driver-page'

export const clientLoader = ({ params: { bookingId } }: Route.ClientLoaderArgs) =>
  loadForPage(call('GET /api/admin/booking/:bookingId', { params: { bookingId } }))

/** What is typed stays. */
export const shouldRevalidate = () => false

export const meta = () => pageTitle(m.admin_driver_enter_title())

/** The papers of a driver who stands at the counter, entered by staff with the same form as the customer's. */
export default function EnterDriverPage({ loaderData, params: { bookingId } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const made = useRef('')
  return (
    <Page
      width="reading"
      title={m.admin_driver_enter_title()}
      back={{ to: links.booking(bookingId), label: m.admin_report_back() }}
    >
      <PageContent
        page={loaderData.page}
        missing={{ code: 'booking_not_found', title: m.admin_bookings_missing_title() }}
      >
        {({ data: booking }) => (
          <div className="panel mt-5 p-5">
            <DriverForm
              known={{
                fullName: fullName(booking.customerInfo),
                licenceNumber: booking.customerInfo.licenseNumber,
              }}
              rental={{ pickupDay: booking.startDate, returnDay: booking.endDate }}
              send={async ({ body, photos, idempotencyKey }) => {
                const { data } = await formCall(photos)(
                  'POST /api/admin/booking/:bookingId/driver',
                  { params: { bookingId }, body },
                  { idempotencyKey },
                )
                made.current = data._id
              }}
              onDone={() => {
                toast.success(m.admin_driver_entered())
                void navigate(links.driver(made.current), { replace: true })
              }}
              onBack={() => void navigate(links.booking(bookingId))}
            />
          </div>
        )}
      </PageContent>
    </Page>
  )
}
