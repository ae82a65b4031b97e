import { PHONE_AS_ACCOUNT } from '@twende/contract/business-constants.ts'
import { m } from '@twende/messages'
import { whatsappLink } from '@twende/ui/address.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

/** Whom to pay by hand, step by step. */
export function SellPayee() {
  const { mpesa, whatsappNumber } = useSettings()
  const { businessName, businessNumber, type, accountHint } = mpesa
  if (businessNumber === '') {
    return (
      <p className="rounded-md bg-sand p-4">
        {whatsappNumber ? (
          <Sentence
            text={m.sell_payee_ask()}
            marks={{
              link: (text) => (
                <a
                  href={whatsappLink(whatsappNumber, m.sell_payee_whatsapp())}
                  target="_blank"
                  rel="noreferrer"
                  className="font-semibold text-acacia underline underline-offset-4"
                >
                  {text}
                </a>
              ),
            }}
          />
        ) : (
          m.sell_payee_choose_phone()
        )}
      </p>
    )
  }
  const till = type === 'till'
  return (
    <div className="rounded-md bg-sand p-4">
      <p className="font-semibold">{m.sell_payee_title()}</p>
      <ol className="mt-2 grid list-decimal gap-1.5 pl-5">
        <li>{till ? m.sell_payee_open_till() : m.sell_payee_open_paybill()}</li>
        <li>
          <span className="inline-flex flex-wrap items-center gap-x-2">
            {till ? m.sell_payee_till_number() : m.sell_payee_business_number()}
            <strong className="figures text-xl">{businessNumber}</strong>
            <CopyButton text={businessNumber} />
          </span>
          {businessName && (
            <span className="block text-sm text-soft">{m.sell_payee_shown_name({ name: businessName })}</span>
          )}
        </li>
        {!till && accountHint && (
          <li>
            <Sentence
              text={m.sell_payee_account({
                account: accountHint === PHONE_AS_ACCOUNT ? m.sell_payee_account_phone() : accountHint,
              })}
              marks={{ account: (text) => <strong>{text}</strong> }}
            />
          </li>
        )}
        <li>{m.sell_payee_enter_amount()}</li>
        <li>{m.sell_payee_paste()}</li>
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
      {copied ? m.sell_payee_copied() : m.sell_payee_copy()}
    </Button>
  )
}
