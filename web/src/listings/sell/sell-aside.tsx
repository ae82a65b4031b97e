import { FUEL_TYPES, TRANSMISSIONS } from '@twende/contract/business-constants.ts'
import { paidTimeLabel, timePaidBy } from '@twende/contract/listings/listing-plan.ts'
import { readShillings, showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { useSettings } from '@twende/ui/api/settings.ts'
import { fuelLabels, transmissionLabels } from '@twende/ui/cars/car-labels.ts'
import { Price } from '@twende/ui/controls/price.tsx'
import { showKm } from '@twende/ui/listings/sale-labels.ts'
import { NewPhoto } from '@twende/ui/pictures/new-photo.tsx'
import { NO_PHOTO } from '@twende/ui/pictures/picture.tsx'
import { Check, MapPin } from 'lucide-react'
import { CatalogName } from '../../content/catalog-name.ts'
import type { SellDraft } from './sell-draft.ts'
import { SELL_SECTIONS, type SellSectionId } from './sell-rules.ts'

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
  const time = timePaidBy(amount, listingPlans)
  return (
    <aside aria-label={m.sell_preview_label()} className="hidden gap-6 lg:sticky lg:top-24 lg:grid">
      <Preview draft={draft} picture={picture} />
      <nav aria-label={m.sell_parts_label()}>
        <ol className="grid grid-cols-2 gap-x-4">
          {SELL_SECTIONS.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#sell-${id}`}
                className="flex min-h-11 items-center gap-2.5 underline-offset-4 hover:underline"
              >
                <Mark done={done.has(id)} />
                {title()}
                {done.has(id) && <span className="sr-only"> {m.sell_part_done()}</span>}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <p className="flex items-baseline justify-between gap-4 border-t border-line pt-4">
        <span className="text-soft">{time.months > 0 ? paidTimeLabel(time) : m.sell_no_plan()}</span>
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
  const mileage = values.mileage === '' ? '' : showKm(Number(values.mileage))
  const transmission = TRANSMISSIONS.find((known) => known === values.transmission)
  const fuel = FUEL_TYPES.find((known) => known === values.fuelType)
  const labels = [transmission && transmissionLabels[transmission](), fuel && fuelLabels[fuel]()]
  const facts = [values.year, mileage, ...labels].filter(Boolean)
  return (
    <div className="panel overflow-hidden">
      <NewPhoto src={picture ?? NO_PHOTO} alt="" className="aspect-[3/2] w-full bg-sand object-cover" />
      <div className="grid gap-1 p-5">
        <p className="kicker">
          {values.category ? <CatalogName kind="vehicle" name={values.category} /> : m.sell_field_category()}
        </p>
        <p className="font-display text-2xl leading-tight font-bold tracking-tight">
          {values.name || m.sell_preview_name()}
        </p>
        <p className="figures text-sm text-soft">{facts.join(', ')}</p>
        {values.location && (
          <p className="flex items-center gap-1 text-sm text-soft">
            <MapPin aria-hidden="true" className="size-4 shrink-0" />
            <CatalogName kind="location" name={values.location} />
          </p>
        )}
        <p className="mt-2">
          {price > 0 ? <Price ksh={price} /> : <span className="text-soft">{m.sell_no_price()}</span>}
        </p>
      </div>
    </div>
  )
}
