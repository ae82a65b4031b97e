import { FeaturesEditor } from '@twende/ui/cars/features-editor.tsx'
import { PictureSlots } from '@twende/ui/pictures/picture-slots.tsx'
import type { ReactNode } from 'react'
import {
  AdditionalFields,
  AvailabilityChoice,
  BasicFields,
  CarDetailsFields,
  ContactFields,
  SpecificationFields,
  TechnicalFields,
} from './listing-form/listing-fields.tsx'
import type { usePictures } from './listing-form/use-pictures.ts'
import { FillButton, phonesOf, useKnownPerson } from './sell-known-person.tsx'
import { SellPaymentPart } from './sell-payment-part.tsx'
import { SellPriceNote } from './sell-price-note.tsx'
import type { SellProblems } from './sell-rules.ts'
import { SELL_SECTIONS, type SellSectionId } from './sell-sections.ts'
import type { SellDraftTools } from './use-sell-draft.ts'
import type { SellLists } from './use-sell-lists.ts'

type SellPartsProps = {
  tools: SellDraftTools
  problems: SellProblems
  pictures: ReturnType<typeof usePictures>
  lists: SellLists
  thisYear: number
}

/** The parts of the form, one under the other. */
export function SellParts({ tools, problems, pictures, lists, thisYear }: SellPartsProps) {
  const { draft, change, changePayment } = tools
  const form = { values: draft.values, change, problems }
  const person = useKnownPerson()
  const missingPicture = problems.pictures ? [problems.pictures] : []
  return (
    <>
      <Part id="pictures" words="The first one is what buyers see in the list: the whole car, by daylight.">
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
      <Part id="technical" words="As the logbook or the maker has them.">
        <TechnicalFields form={form} />
      </Part>
      <Part id="features" words="What is in it. At least one.">
        <FeaturesEditor
          features={draft.values.features}
          onChange={(features) => change({ features })}
          error={problems.features}
        />
      </Part>
      <Part id="contact" words="Shown only to buyers who ask for it.">
        {person && (
          <FillButton
            words="Use my account’s details"
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
      <Part id="payment" words="Your car is shown for as long as you pay for, from the day it goes live.">
        <SellPaymentPart
          payment={draft.payment}
          change={changePayment}
          problems={problems}
          payer={{
            name: person?.name ?? '',
            phone: phonesOf(draft.values.contactPhone).mpesaPhone,
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
      <h2 className="text-2xl">{title}</h2>
      {words && <p className="mt-1 text-soft">{words}</p>}
      <div className="mt-5 grid gap-5">{children}</div>
    </section>
  )
}
