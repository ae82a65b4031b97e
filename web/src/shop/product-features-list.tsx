import { productFeatures } from '@twende/contract/shop/product-features.ts'
import { Check } from 'lucide-react'

/** What a product offers: its description, a sentence a line. */
export function FeaturesList({ description }: { description: string }) {
  const features = productFeatures(description)
  if (features.length === 0) return null
  return (
    <section aria-labelledby="features" className="mt-8">
      <h2 id="features" className="text-2xl">
        Features:
      </h2>
      <ul className="mt-5 grid gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-3">
            <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-acacia" />
            <span className="min-w-0 break-words">{feature}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
