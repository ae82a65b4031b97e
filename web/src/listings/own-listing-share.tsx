import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { whatsappLink } from '@twende/ui/address.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { Check, Copy, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { WhatsappMark } from '../frame/whatsapp-button.tsx'
import { links } from '../links.ts'

/** The page that buyers see, and ways to pass it on. */
export function OwnListingShare({ listing }: { listing: OwnListing }) {
  const { publicUrl } = useSettings()
  const address = (publicUrl || window.location.origin) + links.buyCar(listing._id)
  return (
    <section>
      <h3 className="mb-2 text-lg">Share it</h3>
      <p className="rounded-md bg-sand px-4 py-3 text-sm break-all">{address}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={address} />
        <LinkButton
          size="sm"
          variant="secondary"
          href={whatsappLink('', `${listing.name}, ${showKsh(listing.price)}: ${address}`)}
          target="_blank"
          rel="noopener noreferrer"
          icon={<WhatsappMark className="size-5" />}
        >
          Share on WhatsApp
        </LinkButton>
        <LinkButton
          size="sm"
          variant="quiet"
          to={links.buyCar(listing._id)}
          icon={<ExternalLink aria-hidden="true" className="size-4" />}
        >
          See it as buyers do
        </LinkButton>
      </div>
    </section>
  )
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  const Icon = copied ? Check : Copy
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      toast.success('Link copied', 'copied')
    } catch {
      toast.error('Your browser does not let us copy. Please select the link and copy it.', 'copied')
    }
  }
  return (
    <Button
      size="sm"
      variant="secondary"
      icon={<Icon aria-hidden="true" className="size-4" />}
      onClick={copy}
    >
      Copy link
    </Button>
  )
}
