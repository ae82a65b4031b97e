import type { Booking } from '@twende/contract/bookings/booking.ts'
import { bookingChat, bookingMessage } from '@twende/contract/bookings/booking-message.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { WhatsappMark } from '../frame/whatsapp-button.tsx'
import { HoldCountdown } from './hold-countdown.tsx'

/** Finishing a booking in a chat: the chat again, for those whose browser did not open it, or its words to copy. */
export function WhatsappNext({ booking, onHoldEnd }: { booking: Booking; onHoldEnd: () => void }) {
  const { whatsappNumber } = useSettings()
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      {booking.holdExpiresAt && (
        <HoldCountdown
          until={booking.holdExpiresAt}
          keepsCar={booking.keepsCar}
          onEnd={onHoldEnd}
          className="w-full justify-center rounded-md bg-sunrise-tint px-4 py-2.5"
        />
      )}
      <span
        aria-hidden="true"
        className="grid size-20 place-items-center rounded-full bg-acacia-tint text-acacia"
      >
        <WhatsappMark className="size-10" />
      </span>
      <h3 className="text-xl sm:text-2xl">Finish in WhatsApp</h3>
      <p className="max-w-md text-soft">
        Send us the message that is ready in the chat. We keep the car while we agree on the payment, then
        confirm your booking.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <LinkButton
          href={bookingChat(whatsappNumber, booking)}
          target="_blank"
          rel="noopener noreferrer"
          icon={<WhatsappMark className="size-5" />}
        >
          Open WhatsApp
        </LinkButton>
        <CopyButton text={bookingMessage(booking)} />
      </div>
    </div>
  )
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <Button
      variant="secondary"
      icon={copied ? <Check className="size-5" /> : <Copy className="size-5" />}
      onClick={async () => setCopied(await copy(text))}
    >
      <span role="status">{copied ? 'Copied' : 'Copy the message'}</span>
    </Button>
  )
}

async function copy(text: string): Promise<boolean> {
  // Missing on plain http addresses; the link above still works there.
  if (!navigator.clipboard) return false
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}
