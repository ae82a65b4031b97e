import { m } from '@twende/messages'
import { capitalised } from '@twende/ui/cars/car-format.ts'
import { featureLabel } from '@twende/ui/cars/feature-labels.ts'
import { Check } from 'lucide-react'

/** Labels and values of the technical data. */
export function SpecList({ specs }: { specs: Readonly<Record<string, string>> }) {
  const entries = Object.entries(specs).filter(([, value]) => value)
  if (entries.length === 0) return null
  return (
    <dl className="mt-5 grid grid-cols-2 gap-x-6">
      {entries.map(([label, value]) => (
        <div key={label} className="min-w-0 border-t border-line py-2.5">
          <dt className="text-sm text-soft">
            {capitalised(label.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase())}
          </dt>
          <dd className="figures font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What the car comes with. */
export function FeatureList({ features }: { features: readonly string[] }) {
  if (features.length === 0) return <p className="mt-5 text-soft">{m.fleet_no_features()}</p>
  return (
    <ul className="mt-5 flex flex-wrap gap-x-5 gap-y-2">
      {features.map((feature) => (
        <li key={feature} className="inline-flex min-w-0 items-center gap-1.5">
          <Check aria-hidden="true" className="size-4 shrink-0 text-acacia" />
          <span className="min-w-0">{featureLabel(feature)}</span>
        </li>
      ))}
    </ul>
  )
}
