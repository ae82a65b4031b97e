import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { FALLBACK_CATEGORIES, FALLBACK_LOCATIONS } from '@twende/contract/listings/listing-choices.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { Field, Textarea } from '@twende/ui/controls/field.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { type FilterLists, knownFilterLists } from '../content/filter-lists.ts'
import { EditListingPictures } from './edit-listing-pictures.tsx'
import { readFeatures } from './edit-listing-values.ts'
import {
  AdditionalFields,
  AvailabilityChoice,
  BasicFields,
  CarDetailsFields,
  ContactFields,
  SpecificationFields,
  TechnicalFields,
} from './listing-form/listing-fields.tsx'
import type { ListingForm } from './listing-form/listing-values.ts'
import type { EditedListing } from './use-edit-listing.ts'

type EditListingFormProps = { id: string; edit: EditedListing }

/** The seven sections of a listing that can be changed. */
export function EditListingForm({ id, edit }: EditListingFormProps) {
  const { form, base, replaced, setReplaced, submit } = edit
  const { categories, locations } = useLists()
  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-8">
      <Section title="Basic">
        <BasicFields form={form} categories={categories} />
        <EditListingPictures listing={base} replaced={replaced} onChange={setReplaced} />
      </Section>
      <Section title="Car Details">
        <CarDetailsFields
          form={form}
          locations={locations}
          thisYear={Number(nairobiDay(serverNow()).slice(0, 4))}
        />
      </Section>
      <Section title="Specifications">
        <SpecificationFields form={form} />
      </Section>
      <Section title="Additional Details">
        <AdditionalFields form={form} />
        <FeaturesText key={base.updatedAt} form={form} />
      </Section>
      <Section title="Contact">
        <ContactFields form={form} />
      </Section>
      <Section title="Technical Specifications">
        <TechnicalFields form={form} />
      </Section>
      <Section title="Listing Status">
        <AvailabilityChoice form={form} />
      </Section>
    </form>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-5 border-t border-line pt-8 first:border-t-0 first:pt-0">
      <h3 className="text-xl">{title}</h3>
      {children}
    </section>
  )
}

/** Holds the text as typed: a comma at its end must not vanish while the next feature is being thought of. */
function FeaturesText({ form: { values, change, problems } }: { form: ListingForm }) {
  const [text, setText] = useState(() => values.features.join(', '))
  return (
    <Field label="Features" error={problems.features} hint="Apart by commas: Sunroof, Reverse camera.">
      <Textarea
        name="features"
        rows={2}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          change({ features: readFeatures(target.value) })
        }}
      />
    </Field>
  )
}

const fallback: FilterLists = { categories: [...FALLBACK_CATEGORIES], locations: [...FALLBACK_LOCATIONS] }

function useLists(): FilterLists {
  const [lists, setLists] = useState<FilterLists>({ categories: [], locations: [] })
  useEffect(() => {
    let left = false
    const take = (known: FilterLists) => left || setLists(known)
    knownFilterLists().then(take, () => take(fallback))
    return () => {
      left = true
    }
  }, [])
  return lists
}
