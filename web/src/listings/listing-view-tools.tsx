import type { Listing } from '@twende/contract/listings/listing.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { ArrowLeft, Share2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { links } from '../links.ts'

/** Back to where one came from, and passing the car on. */
export function ListingTools({ listing }: { listing: Listing }) {
  const navigate = useNavigate()
  const { publicUrl } = useSettings()
  const back = () => {
    if (cameFromOurPages()) void navigate(-1)
    else void navigate(links.buy())
  }
  const share = () =>
    shareAddress(
      `${listing.year} ${listing.name}`,
      (publicUrl || window.location.origin) + links.buyCar(listing._id),
    )
  return (
    <div className="-mx-3.5 flex items-center justify-between gap-3">
      <Button
        size="sm"
        variant="quiet"
        icon={<ArrowLeft aria-hidden="true" className="size-5" />}
        onClick={back}
      >
        Back
      </Button>
      <Button
        size="sm"
        variant="quiet"
        icon={<Share2 aria-hidden="true" className="size-4" />}
        onClick={share}
      >
        Share
      </Button>
    </div>
  )
}

/** The router numbers the pages of a visit. */
function cameFromOurPages(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}

async function shareAddress(title: string, url: string) {
  try {
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ title, url })
      return
    }
    await navigator.clipboard.writeText(url)
    toast.success('Link copied', 'shared')
  } catch (error) {
    // The person closed the sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast.error('Your browser does not let us share. Please copy the address above.', 'shared')
  }
}
