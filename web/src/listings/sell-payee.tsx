import { whatsappLink } from '@twende/ui/address.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

const WISH = 'Hello Twende, I want to list my car. Which M-Pesa number do I pay to?'

/** Whom to pay by hand, step by step. */
export function SellPayee() {
  const { mpesa, whatsappNumber } = useSettings()
  const { businessName, businessNumber, type, accountHint } = mpesa
  if (businessNumber === '') {
    return (
      <p className="rounded-md bg-sand p-4">
        {whatsappNumber ? (
          <>
            Ask us for our M-Pesa number{' '}
            <a
              href={whatsappLink(whatsappNumber, WISH)}
              target="_blank"
              rel="noreferrer"
              className="font-semibold text-acacia underline underline-offset-4"
            >
              on WhatsApp
            </a>
            , or choose “Pay with M-Pesa now”.
          </>
        ) : (
          'Please choose “Pay with M-Pesa now”.'
        )}
      </p>
    )
  }
  const till = type === 'till'
  return (
    <div className="rounded-md bg-sand p-4">
      <p className="font-semibold">M-Pesa payment instructions</p>
      <ol className="mt-2 grid list-decimal gap-1.5 pl-5">
        <li>Open M-Pesa, choose Lipa na M-Pesa, then {till ? 'Buy Goods and Services' : 'Pay Bill'}.</li>
        <li>
          <span className="inline-flex flex-wrap items-center gap-x-2">
            {till ? 'Till number' : 'Business number'}
            <strong className="figures text-xl">{businessNumber}</strong>
            <CopyButton text={businessNumber} />
          </span>
          {businessName && <span className="block text-sm text-soft">M-Pesa shows {businessName}.</span>}
        </li>
        {!till && accountHint && (
          <li>
            Account number: <strong>{accountHint}</strong>
          </li>
        )}
        <li>Enter the amount of your plan and your PIN.</li>
        <li>Paste the message that M-Pesa sends you below.</li>
      </ol>
    </div>
  )
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  // Browsers copy on safe addresses only.
  if (!navigator.clipboard) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  const Icon = copied ? Check : Copy
  return (
    <Button
      size="sm"
      variant="quiet"
      onClick={() => void copy()}
      icon={<Icon aria-hidden="true" className="size-4" />}
    >
      {copied ? 'Copied' : 'Copy'}
    </Button>
  )
}
