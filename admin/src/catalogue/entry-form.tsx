import {
  CATALOG_FIELDS,
  type CatalogList,
  LONGEST_DESCRIPTION,
  LONGEST_NAME,
} from '@twende/contract/content/catalog-choices.ts'
import type { CatalogItem } from '@twende/contract/content/catalog-routes.ts'
import { call } from '@twende/ui/api/call.ts'
import { formCall } from '../form-call.ts'
import { ChoiceField, FormPart, LongField, SaveBar, TextField } from '../thing-form-parts.tsx'
import { type Sending, type ThingForm, useThingForm } from '../use-thing-form.ts'
import { OnePicturePart } from './one-picture-part.tsx'
import { shelfWords } from './shelves.ts'

type EntryField = 'name' | 'description' | 'town'

type EntryFormProps = {
  shelf: CatalogList
  entry?: CatalogItem | undefined
  /** All entries of the shelf, the one that is changed among them. */
  entries: readonly CatalogItem[]
  back: string
  onSaved: () => void
}

/** The form of an entry, new or known, with what its shelf has. */
export function EntryForm({ shelf, entry, entries, back, onSaved }: EntryFormProps) {
  const entryId = entry?._id ?? ''
  const has = CATALOG_FIELDS[shelf]
  const { form, pictures, submit, catchUp, trouble, state } = useThingForm({
    thing: entry,
    mostPictures: has.includes('picture') ? 1 : 0,
    valuesOf,
    problemsOf: (values) => problemsOf(shelf, values),
    send: (sending) => send(shelf, sending),
    latest: async () =>
      (await call('GET /api/admin/catalog/:list/:itemId', { params: { list: shelf, itemId: entryId } })).data,
    onSaved,
  })
  const { one } = shelfWords[shelf]
  return (
    <form noValidate onSubmit={submit} className="mt-5 grid gap-5">
      {has.includes('name') && (
        <FormPart title={`The ${one}`}>
          <TextField form={form} name="name" label="Name" required most={LONGEST_NAME} />
          {has.includes('town') && <TownField form={form} entry={entry} entries={entries} />}
          {has.includes('description') && (
            <LongField
              form={form}
              name="description"
              label="Description"
              hint="Two or three sentences: what is done, and what it costs or takes."
              required
              most={LONGEST_DESCRIPTION}
            />
          )}
        </FormPart>
      )}
      {has.includes('picture') && (
        <OnePicturePart pictures={pictures} missing={form.problems.pictures} wide={shelf === 'banners'} />
      )}
      <SaveBar
        shown={state === 'conflict'}
        pending={state === 'pending'}
        onCatchUp={(mine) => void catchUp(mine)}
        trouble={trouble}
        yes={entry ? `Save ${one}` : `Add ${one}`}
        back={back}
      />
    </form>
  )
}

type TownFieldProps = Pick<EntryFormProps, 'entry' | 'entries'> & { form: ThingForm<EntryField> }

/** In which town a pickup point lies; a town with points stays a town. */
function TownField({ form, entry, entries }: TownFieldProps) {
  const points = entry?.uses.points ?? 0
  const towns = entries.filter(({ _id, townId }) => townId === null && _id !== entry?._id)
  const options =
    points > 0 ? [] : towns.map(({ _id, name }) => ({ value: _id, label: `A pickup point in ${name}` }))
  return (
    <ChoiceField
      form={form}
      name="town"
      label="Kind"
      hint={
        points > 0
          ? 'Pickup points lie in it, so it stays a town.'
          : 'Who looks for cars in a town finds those at its pickup points too.'
      }
      empty="A town"
      options={options}
    />
  )
}

function valuesOf(entry: CatalogItem | undefined): Record<EntryField, string> {
  const { name = '', description = '', townId } = entry ?? {}
  return { name, description, town: townId ?? '' }
}

function problemsOf(
  shelf: CatalogList,
  { name, description }: Readonly<Record<EntryField, string>>,
): Partial<Record<EntryField, string>> {
  const has = CATALOG_FIELDS[shelf]
  return {
    ...(has.includes('name') && name.trim() === '' ? { name: 'Please enter a name' } : {}),
    ...(has.includes('description') && description.trim() === ''
      ? { description: 'Please describe the service' }
      : {}),
  }
}

function send(shelf: CatalogList, { base, values, files, idempotencyKey }: Sending<CatalogItem, EntryField>) {
  const { name, ...rest } = values
  const fields = name.trim() === '' ? rest : { ...rest, name }
  if (!base) {
    const request = { params: { list: shelf }, body: fields }
    return formCall(files)('POST /api/admin/catalog/:list', request, { idempotencyKey })
  }
  return formCall(files)('POST /api/admin/catalog/:list/:itemId/update', {
    params: { list: shelf, itemId: base._id },
    body: { ...fields, updatedAt: base.updatedAt },
  })
}
