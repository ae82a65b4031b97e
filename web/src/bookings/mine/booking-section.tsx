import type { Booking, BookingEvent } from '@twende/contract/bookings/booking.ts'
import { type ReactNode, useId } from 'react'

/** What each section of the page of a booking is given. */
export type BookingSectionProps = {
  booking: Booking
  timeline: readonly BookingEvent[]
  /** Loads the booking again, after the section changed something. */
  refresh: () => void
}

type FrameProps = { title: string; id?: string; action?: ReactNode; children: ReactNode }

/** The frame of a section: its heading, perhaps a button beside it, and what is in it. */
export function BookingSection({ title, id, action, children }: FrameProps) {
  const heading = useId()
  return (
    <section id={id} aria-labelledby={heading} className="panel mb-6 scroll-mt-24 p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={heading} className="text-xl">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
