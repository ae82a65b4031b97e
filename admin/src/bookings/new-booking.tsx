import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { links } from '../links.ts'

const WalkInDialog = lazyWithRetry(() => import('./walk-in-dialog.tsx').then((module) => module.WalkInDialog))

/** The way to a booking for somebody who stands at the counter; it opens when it is made. */
export function NewBooking() {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <Button size="sm" icon={<Plus aria-hidden="true" className="size-5" />} onClick={() => setOpen(true)}>
        {m.admin_bookings_new_button()}
      </Button>
      <WhenOpen open={open}>
        <WalkInDialog
          key={String(open)}
          open={open}
          onClose={() => setOpen(false)}
          onBooked={({ _id }) => void navigate(links.booking(_id))}
        />
      </WhenOpen>
    </>
  )
}
