import type { ListingPlan } from '@twende/contract/listings/listing-plan.ts'
import { showKsh } from '@twende/contract/money.ts'
import { useSettings } from '../frame/settings.ts'

/** Whom to pay by hand, as far as this installation knows. */
export function RenewPayHere({ plan }: { plan: ListingPlan }) {
  const { mpesa } = useSettings()
  if (mpesa.businessNumber === '') return null
  const rows = [
    [mpesa.type === 'till' ? 'Till number' : 'Business number', mpesa.businessNumber],
    ['Account', mpesa.type === 'paybill' ? mpesa.accountHint : ''],
    ['Name', mpesa.businessName],
    ['Amount', showKsh(plan.price)],
  ] as const
  return (
    <dl className="figures flex flex-wrap gap-x-6 gap-y-2 rounded-md bg-sand px-4 py-3">
      {rows
        .filter(([, fact]) => fact !== '')
        .map(([name, fact]) => (
          <div key={name}>
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="font-semibold">{fact}</dd>
          </div>
        ))}
    </dl>
  )
}
