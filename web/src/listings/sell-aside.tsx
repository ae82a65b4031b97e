import { planLabel, planPaidBy } from '@twende/contract/listings/listing-plan.ts'
import { readShillings } from '@twende/contract/listings/sell-form-checks.ts'
import { showKsh } from '@twende/contract/money.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Price } from '@twende/ui/controls/price.tsx'
import { NO_PHOTO } from '@twende/ui/pictures/picture.tsx'
import { Check, MapPin } from 'lucide-react'
import type { SellDraft } from './sell-draft.ts'
import { SELL_SECTIONS, type SellSectionId } from './sell-sections.ts'

type SellAsideProps = {
  draft: SellDraft
  /** The main picture's address. */
  picture: string | undefined
  done: ReadonlySet<SellSectionId>
}

/** On wide screens: the advert as buyers will see it, the parts of the form, and what it costs. */
export function SellAside({ draft, picture, done }: SellAsideProps) {
  const { listingPlans } = useSettings()
  const amount = readShillings(draft.payment.amount) ?? 0
  const plan = planPaidBy(amount, listingPlans)
  return (
    <aside aria-label="Your advert" className="hidden gap-6 lg:sticky lg:top-24 lg:grid">
      <Preview draft={draft} picture={picture} />
      <nav aria-label="Parts of the form">
        <ol className="grid grid-cols-2 gap-x-4">
          {SELL_SECTIONS.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#sell-${id}`}
                className="flex min-h-11 items-center gap-2.5 underline-offset-4 hover:underline"
              >
                <Mark done={done.has(id)} />
                {title}
                {done.has(id) && <span className="sr-only"> (done)</span>}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <p className="flex items-baseline justify-between gap-4 border-t border-line pt-4">
        <span className="text-soft">{plan ? planLabel(plan.months) : 'No plan yet'}</span>
        <span className="figures font-display text-xl font-bold tracking-tight">{showKsh(amount)}</span>
      </p>
    </aside>
  )
}

function Mark({ done }: { done: boolean }) {
  if (!done) return <span aria-hidden="true" className="size-5 shrink-0 rounded-full border border-edge" />
  return (
    <span
      aria-hidden="true"
      className="grid size-5 shrink-0 place-items-center rounded-full bg-acacia text-paper"
    >
      <Check className="size-3.5" />
    </span>
  )
}

function Preview({ draft: { values }, picture }: Pick<SellAsideProps, 'draft' | 'picture'>) {
  const price = readShillings(values.price) ?? 0
  const mileage = values.mileage === '' ? '' : `${Number(values.mileage).toLocaleString('en-KE')} km`
  const facts = [values.year, mileage, values.transmission, values.fuelType].filter((fact) => fact !== '')
  return (
    <div className="panel overflow-hidden">
      <img src={picture ?? NO_PHOTO} alt="" className="aspect-[3/2] w-full bg-sand object-cover" />
      <div className="grid gap-1 p-5">
        <p className="kicker">{values.category || 'Category'}</p>
        <p className="font-display text-2xl leading-tight font-bold tracking-tight break-words">
          {values.name || 'Your car'}
        </p>
        <p className="figures text-sm text-soft">{facts.join(', ')}</p>
        {values.location && (
          <p className="flex items-center gap-1 text-sm text-soft">
            <MapPin aria-hidden="true" className="size-4 shrink-0" />
            {values.location}
          </p>
        )}
        <p className="mt-2">
          {price > 0 ? <Price ksh={price} /> : <span className="text-soft">No price yet</span>}
        </p>
      </div>
    </div>
  )
}
