import { Button } from '@twende/ui/controls/button.tsx'
import { Mail, Phone } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { SellerContact } from './use-seller-contact.ts'

type ContactDetailsProps = { phone: string; email: string; contact: SellerContact }

/** Phone and email: with stars until they are asked for, then whole. */
export function ContactDetails({ phone, email, contact }: ContactDetailsProps) {
  const { whole, addresses, asking, reach } = contact
  const details = useRef<HTMLDivElement>(null)
  const asked = useRef(false)
  useEffect(() => {
    // The button that had the focus is gone.
    if (whole && asked.current) details.current?.querySelector('a')?.focus()
    asked.current = false
  }, [whole])
  const show = () => {
    asked.current = true
    reach('show')
  }
  return (
    <div
      ref={details}
      className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4"
    >
      <ul className="figures grid min-w-0 gap-1 [&_li]:flex [&_li]:min-h-8 [&_li]:items-center [&_li]:gap-2.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-soft">
        {phone && (
          <li>
            <Phone aria-hidden="true" />
            <Detail text={phone} address={addresses?.call} onFollow={() => reach('call')} />
          </li>
        )}
        {email && (
          <li>
            <Mail aria-hidden="true" />
            <Detail text={email} address={addresses?.email} onFollow={() => reach('email')} />
          </li>
        )}
      </ul>
      {!whole && (
        <Button size="sm" variant="secondary" pending={asking === 'show'} onClick={show}>
          Show
        </Button>
      )}
    </div>
  )
}

type DetailProps = { text: string; address: string | undefined; onFollow: () => void }

function Detail({ text, address, onFollow }: DetailProps) {
  if (!address) return <span className="break-all">{text}</span>
  return (
    <a
      href={address}
      onClick={onFollow}
      className="inline-flex min-h-8 items-center font-semibold break-all underline underline-offset-4"
    >
      {text}
    </a>
  )
}
