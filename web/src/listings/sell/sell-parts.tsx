import { OLDEST_MODEL_YEAR } from '@twende/contract/business-constants.ts'
import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { priceBand } from '@twende/contract/listings/price-guide.ts'
import { readShillings, showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { FeaturesEditor } from '@twende/ui/cars/features-editor.tsx'
import type { AppForm } from '@twende/ui/form/use-app-form.ts'
import { PriceBandBadge } from '@twende/ui/listings/price-band-badge.tsx'
import { PictureSlots } from '@twende/ui/pictures/picture-slots.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import {
  AdditionalFields,
  AvailabilityChoice,
  BasicFields,
  CarDetailsFields,
  ContactFields,
  SpecificationFields,
  TechnicalFields,
} from '../listing-form/listing-fields.tsx'
import type { ListingValues } from '../listing-form/listing-values.ts'
import type { usePictures } from '../listing-form/use-pictures.ts'
import type { SellFields } from './sell-draft.ts'
import { FillButton, mpesaPhoneOf, useKnownPerson } from './sell-known-person.tsx'
import { SellPaymentPart } from './sell-payment-part.tsx'
import { SELL_SECTIONS, type SellSectionId } from './sell-rules.ts'
import type { SellDraftTools } from './use-sell-draft.ts'
import type { SellLists } from './use-sell-lists.ts'

const PAUSE_MS = 600

type SellPartsProps = {
  tools: SellDraftTools
  form: AppForm<SellFields>
  pictures: ReturnType<typeof usePictures>
  lists: SellLists
  thisYear: number
}

/** The parts of the form, one under the other. */
export function SellParts({ tools, form: all, pictures, lists, thisYear }: SellPartsProps) {
  const { draft, change, changePayment } = tools
  const form = all as unknown as AppForm<ListingValues>
  const person = useKnownPerson()
  const isMissing = all.formState.isSubmitted && draft.pictures.length === 0
  const missingPicture = isMissing ? [m.sell_problem_no_picture()] : []
  return (
    <>
      <Part id="pictures" words={m.sell_section_pictures_hint()}>
        <PictureSlots
          pictures={pictures.shown}
          processing={pictures.processing}
          problems={pictures.problems.length > 0 ? pictures.problems : missingPicture}
          onAdd={pictures.add}
          onMove={pictures.move}
          onRemove={pictures.remove}
        />
      </Part>
      <Part id="car">
        <BasicFields
          form={form}
          categories={lists.categories}
          priceNote={<SellPriceNote values={draft.values} />}
        />
      </Part>
      <Part id="details">
        <CarDetailsFields form={form} locations={lists.locations} thisYear={thisYear} />
        <SpecificationFields form={form} />
      </Part>
      <Part id="condition">
        <AdditionalFields form={form} />
      </Part>
      <Part id="technical" words={m.sell_section_technical_hint()}>
        <TechnicalFields form={form} required />
      </Part>
      <Part id="features" words={m.sell_section_features_hint()}>
        <FeaturesEditor
          features={draft.values.features}
          onChange={(features) => change({ features })}
          error={all.getFieldState('features', all.formState).error?.message}
        />
      </Part>
      <Part id="contact" words={m.sell_section_contact_hint()}>
        {person && (
          <FillButton
            words={m.sell_fill_account_details()}
            onFill={() =>
              change({
                contactEmail: person.email,
                ...(person.phone ? { contactPhone: person.phone } : {}),
              })
            }
          />
        )}
        <ContactFields form={form} />
        <AvailabilityChoice form={form} />
      </Part>
      <Part id="payment" words={m.sell_section_payment_hint()}>
        <SellPaymentPart
          payment={draft.payment}
          change={changePayment}
          form={all}
          payer={{
            name: person?.name ?? '',
            phone: mpesaPhoneOf(draft.values.contactPhone),
            email: draft.values.contactEmail,
          }}
        />
      </Part>
    </>
  )
}

function Part({ id, words, children }: { id: SellSectionId; words?: string; children: ReactNode }) {
  const title = SELL_SECTIONS.find((section) => section.id === id)?.title
  return (
    <section id={`sell-${id}`} className="panel scroll-mt-24 p-4 sm:p-6">
      <h2 className="text-2xl">{title?.()}</h2>
      {words && <p className="mt-1 text-soft">{words}</p>}
      <div className="mt-5 grid gap-5">{children}</div>
    </section>
  )
}

/** What similar cars cost, while the seller types. */
function SellPriceNote({ values }: { values: Pick<ListingValues, 'name' | 'year' | 'price'> }) {
  const guide = usePriceGuide(values.name, values.year)
  if (!guide) return m.sell_field_price_hint()
  const { year, make, model, lowest, highest, median } = guide
  const price = readShillings(values.price)
  return (
    <>
      <span className="figures">
        {keepAmounts(
          m.sell_price_guide({
            car: `${year} ${make} ${model}`,
            lowest: showKsh(lowest),
            highest: showKsh(highest),
            median: showKsh(median),
          }),
        )}
      </span>{' '}
      {price !== undefined && price > 0 && <PriceBandBadge band={priceBand(price, median)} />}
    </>
  )
}

type Guide = Awaited<ReturnType<typeof askGuide>>

/** Asks once the typing rests; an older answer never replaces a newer one. */
function usePriceGuide(name: string, year: string): Guide {
  const asked = `${name.trim()} ${year.trim()}`
  const [known, setKnown] = useState<{ asked: string; guide: Guide }>()
  useEffect(() => {
    if (name.trim().length < 4 || !(Number(year) >= OLDEST_MODEL_YEAR)) return
    const leaving = new AbortController()
    const timer = setTimeout(async () => {
      // A hint only: without an answer there is none.
      const guide = await askGuide(name, Number(year), leaving.signal).catch(() => null)
      if (!leaving.signal.aborted) setKnown({ asked, guide })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [asked, name, year])
  return known?.asked === asked ? known.guide : null
}

/** The names of makes and models are many: they are fetched with the first question. */
async function askGuide(name: string, year: number, signal: AbortSignal) {
  const { readCarName } = await import('@twende/contract/listings/car-name.ts')
  const { make, model } = readCarName(name)
  if (!make || !model || !Number.isInteger(year)) return null
  const { data } = await call('GET /api/sell/guide', { query: { make, model, year } }, { signal })
  return data
}
