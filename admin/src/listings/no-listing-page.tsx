import { m } from '@twende/messages'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { MousePointerClick } from 'lucide-react'

export const clientLoader = () => null

/** Beside the list on large screens, while nothing is chosen. */
export default function NoListingPage() {
  return (
    <div className="panel hidden place-items-center lg:grid">
      <EmptyState icon={<MousePointerClick />} title={m.admin_listings_none_chosen_title()}>
        {m.admin_listings_none_chosen_text()}
      </EmptyState>
    </div>
  )
}
