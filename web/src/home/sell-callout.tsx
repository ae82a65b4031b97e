import { showKsh } from '@twende/contract/money.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Container } from '@twende/ui/controls/layout.tsx'
import { SellCarButton } from '../listings/sell-car-button.tsx'

/** The last word of the home page is for those with a car to sell. */
export function SellCallout() {
  const [plan] = useSettings().listingPlans
  return (
    <Container className="pt-20">
      <div className="flex flex-wrap items-center justify-between gap-6 rounded-lg bg-sunrise px-6 py-8 sm:px-10 sm:py-10">
        <div className="max-w-xl">
          <h2 className="title">Selling yours?</h2>
          <p className="mt-3 text-lg">
            Four photos, ten minutes, from {showKsh(plan.price)} a month. Buyers call you, and the money is
            between the two of you.
          </p>
        </div>
        <SellCarButton size="lg" />
      </div>
    </Container>
  )
}
