import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { ReviewedField } from '@twende/contract/listings/edit-review.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { FALLBACK_CATEGORIES, FALLBACK_LOCATIONS } from '@twende/contract/listings/listing-choices.ts'
import { reviewedFacts } from '@twende/contract/listings/listing-labels.ts'
import { m } from '@twende/messages'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Field, Textarea } from '@twende/ui/controls/field.tsx'
import { Form, useBound } from '@twende/ui/form/fields.tsx'
import { FormProblem } from '@twende/ui/form/form-parts.tsx'
import type { AppForm } from '@twende/ui/form/use-app-form.ts'
import { ShieldAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { categoryNames, townNames } from '../listing-form/form-lists.ts'
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
import { EditListingPictures } from './edit-listing-pictures.tsx'
import { readFeatures } from './edit-listing-values.ts'
import { type EditedListing, useEditListing } from './use-edit-listing.ts'

type EditListingDialogProps = {
  listing: OwnListing
  open: boolean
  onChange: () => Promise<void>
  onClose: () => void
}

/** The form to change one's own listing; each opening begins with what is there. */
export function EditListingDialog(props: EditListingDialogProps) {
  const { open, listing } = props
  const [seen, setSeen] = useState({ open, times: 0 })
  if (seen.open !== open) setSeen({ open, times: seen.times + (open ? 1 : 0) })
  return <Editing key={`${listing._id} ${seen.times}`} {...props} />
}

function Editing({ listing, open, onChange, onClose }: EditListingDialogProps) {
  const formId = useId()
  const edit = useEditListing(listing, {
    onNews: () => void onChange(),
    onSaved: () => {
      onClose()
      void onChange()
    },
  })
  const leave = async () => {
    if (edit.changed && !(await ask(unsaved()))) return
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || edit.form.pending || void leave()}
      title={m.edit_listing_title()}
      description={listing.name}
      size="lg"
      footer={
        <>
          <div className="min-w-0 basis-full empty:hidden has-[>div:empty]:hidden">
            <FormProblem>{edit.form.refusal}</FormProblem>
          </div>
          <ReviewNote fields={edit.reviewed} />
          <Button size="sm" variant="secondary" className="max-sm:flex-1" onClick={() => void leave()}>
            {m.common_cancel()}
          </Button>
          <Button size="sm" type="submit" form={formId} pending={edit.form.pending} className="max-sm:flex-1">
            {m.edit_listing_save()}
          </Button>
        </>
      }
    >
      <EditListingForm id={formId} edit={edit} />
    </Dialog>
  )
}

const unsaved = () => ({
  sentence: m.edit_listing_leave_question(),
  yes: m.edit_listing_leave(),
  no: m.edit_listing_leave_no(),
  danger: true,
})

/** Says before saving what buyers will not see at once. */
function ReviewNote({ fields }: { fields: readonly ReviewedField[] }) {
  return (
    <p
      role="status"
      className="min-w-0 basis-full text-sm font-medium text-sunrise-ink empty:hidden lg:basis-0 lg:flex-1"
    >
      {fields.length > 0 && (
        <span className="flex items-start gap-2">
          <ShieldAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {m.edit_listing_review_note({ count: fields.length, facts: reviewedFacts(fields) })}
        </span>
      )}
    </p>
  )
}

type EditListingFormProps = { id: string; edit: EditedListing }

/** The seven sections of a listing that can be changed. */
function EditListingForm({ id, edit }: EditListingFormProps) {
  const { form, base, replaced, setReplaced } = edit
  const { categories, towns } = useFormLists()
  // A listing keeps the pickup point that it has.
  const locations = towns.includes(base.location) ? towns : [base.location, ...towns]
  return (
    <Form form={form} id={id} className="grid gap-8">
      <Section title={m.edit_listing_section_basic()}>
        <BasicFields form={form} categories={categories} />
        <EditListingPictures listing={base} replaced={replaced} onChange={setReplaced} />
      </Section>
      <Section title={m.edit_listing_section_details()}>
        <CarDetailsFields
          form={form}
          locations={locations}
          thisYear={Number(nairobiDay(serverNow()).slice(0, 4))}
        />
      </Section>
      <Section title={m.buy_specifications()}>
        <SpecificationFields form={form} anySeats />
      </Section>
      <Section title={m.edit_listing_section_additional()}>
        <AdditionalFields form={form} />
        <FeaturesText key={base.updatedAt} form={form} />
      </Section>
      <Section title={m.sell_section_contact()}>
        <ContactFields form={form} />
      </Section>
      <Section title={m.edit_listing_section_technical()}>
        <TechnicalFields form={form} required={false} />
      </Section>
      <Section title={m.edit_listing_section_status()}>
        <AvailabilityChoice form={form} />
      </Section>
    </Form>
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
function FeaturesText({ form }: { form: AppForm<ListingValues> }) {
  const { frame, control } = useBound<ListingValues, readonly string[]>({
    form,
    name: 'features',
    label: m.common_features(),
    hint: m.edit_listing_features_hint(),
  })
  const [text, setText] = useState(() => control.value.join(', '))
  return (
    <Field {...frame}>
      <Textarea
        {...control}
        rows={2}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          control.onChange(readFeatures(target.value))
        }}
      />
    </Field>
  )
}

type FormLists = { categories: readonly string[]; towns: readonly string[] }

function useFormLists(): FormLists {
  const [lists, setLists] = useState<FormLists>({ categories: [], towns: [] })
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const take = (known: FormLists) => signal.aborted || setLists(known)
    Promise.all([categoryNames(signal), townNames(signal)]).then(
      ([categories, towns]) => take({ categories, towns }),
      () => take({ categories: FALLBACK_CATEGORIES, towns: FALLBACK_LOCATIONS }),
    )
    return () => leaving.abort()
  }, [])
  return lists
}
