import { CATALOG_FIELDS, type CatalogList, LONGEST_NAME } from '@twende/contract/content/catalog-choices.ts'
import { type CatalogItem, catalogRoutes } from '@twende/contract/content/catalog-routes.ts'
import { TRANSLATED_LOCALES } from '@twende/contract/content/catalog-translations.ts'
import { m } from '@twende/messages'
import { localeName } from '@twende/messages/chosen-locale.ts'
import { call } from '@twende/ui/api/call.ts'
import { formCall } from '@twende/ui/api/file-calls.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import { FieldError } from '@twende/ui/controls/field.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { Spinner } from '@twende/ui/controls/spinner.tsx'
import { Form, SelectField, TextareaField, TextField } from '@twende/ui/form/fields.tsx'
import type { AppForm } from '@twende/ui/form/use-app-form.ts'
import { FileButton } from '@twende/ui/pictures/picture-adder.tsx'
import { ImagePlus, Images, SearchX, TriangleAlert } from 'lucide-react'
import { type ChangeEvent, Fragment } from 'react'
import { useNavigate } from 'react-router'
import { FormPart, SaveBar } from '../form/resource-form-parts.tsx'
import { type ResourcePictures, type Sent, useResourceForm } from '../form/use-resource-form.ts'
import { loadForPage, Page, PageContent, pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import type { Route } from './+types/catalog-item-page'
import { catalogLabels, knownCatalogList, loadCatalogList } from './catalog-lists.tsx'

const ADD = 'POST /api/admin/catalog/:list'

const UPDATE = 'POST /api/admin/catalog/:list/:itemId/update'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadForPage(loadCatalogList(params.list))

export const meta: Route.MetaFunction = ({ params }) => {
  const labels = catalogLabels[knownCatalogList(params.list) ?? 'services']
  return pageTitle(params.itemId ? labels.edit() : labels.add())
}

/** The form of an item of a list: a new one, or the one that the address names. */
export default function CatalogItemPage({ loaderData, params: { itemId, ...params } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const list = knownCatalogList(params.list)
  if (!list) return null
  const { title, add, edit } = catalogLabels[list]
  const back = links.catalogList(list)
  return (
    <Page width="reading" back={{ to: back, label: title() }} title={itemId ? undefined : add()}>
      <PageContent page={loaderData.page}>
        {({ items }) => {
          const item = items.find(({ _id }) => _id === itemId)
          if (itemId && !item)
            return <EmptyState as="h1" icon={<SearchX />} title={m.admin_catalog_item_not_found()} />
          return (
            <>
              {item && <h1 className="text-3xl break-words">{item.name || edit()}</h1>}
              <CatalogItemForm
                key={itemId}
                list={list}
                item={item}
                items={items}
                back={back}
                onSaved={() => void navigate(back)}
              />
            </>
          )
        }}
      </PageContent>
    </Page>
  )
}

type CatalogItemFormProps = {
  list: CatalogList
  item?: CatalogItem | undefined
  /** All items of the list, the one that is changed among them. */
  items: readonly CatalogItem[]
  back: string
  onSaved: () => void
}

/** The form of an item, new or known, with what its list has. */
function CatalogItemForm({ list, item, items, back, onSaved }: CatalogItemFormProps) {
  const itemId = item?._id ?? ''
  const has = CATALOG_FIELDS[list]
  const { form, pictures, ...saving } = useResourceForm({
    resource: item,
    mostPictures: has.includes('picture') ? 1 : 0,
    valuesOf,
    bodyOf,
    schema: catalogRoutes[ADD].body,
    check: (values) => missingIn(list, values),
    send: (sent) => send(list, sent),
    latest: async () =>
      (await call('GET /api/admin/catalog/:list/:itemId', { params: { list, itemId } })).data,
    onSaved,
  })
  const labels = catalogLabels[list]
  return (
    <Form form={form} className="mt-5 grid gap-5">
      {has.includes('name') && (
        <FormPart title={m.admin_catalog_details_title()}>
          <TextField
            form={form}
            name="name"
            label={m.admin_catalog_name_label()}
            required
            autoComplete="off"
          />
          {has.includes('town') && <TownField form={form} item={item} items={items} />}
          {has.includes('description') && (
            <TextareaField
              form={form}
              name="description"
              label={m.admin_catalog_description_label()}
              hint={m.admin_catalog_service_description_hint()}
              required
              rows={5}
            />
          )}
        </FormPart>
      )}
      {has.includes('name') && <TranslationsPart form={form} list={list} item={item} />}
      {has.includes('picture') && <OnePicturePart pictures={pictures} wide={list === 'banners'} />}
      <SaveBar {...saving} form={form} yes={item ? labels.save() : labels.add()} back={back} />
    </Form>
  )
}

type TownFieldProps = Pick<CatalogItemFormProps, 'item' | 'items'> & { form: AppForm<ItemValues> }

/** In which town a pickup point lies; a town with points stays a town. */
function TownField({ form, item, items }: TownFieldProps) {
  const points = item?.uses.points ?? 0
  const towns = items.filter(({ _id, townId }) => townId === null && _id !== item?._id)
  const options =
    points > 0
      ? []
      : towns.map(({ _id, name }) => ({ value: _id, label: m.admin_catalog_town_option({ name }) }))
  return (
    <SelectField
      form={form}
      name="town"
      label={m.admin_catalog_town_label()}
      hint={points > 0 ? m.admin_catalog_town_fixed_hint() : m.admin_catalog_town_hint()}
      empty={m.admin_catalog_town_empty()}
      options={options}
    />
  )
}

type TranslationsPartProps = { form: AppForm<ItemValues>; list: CatalogList; item: CatalogItem | undefined }

/** The same in the other languages of the site, which show the name above where a field is empty. */
function TranslationsPart({ form, list, item }: TranslationsPartProps) {
  const typed = form.watch()
  return (
    <FormPart title={m.admin_catalog_translations_title()}>
      <p className="text-sm text-soft">{m.admin_catalog_translations_about()}</p>
      {TRANSLATED_LOCALES.map((locale) => (
        <Fragment key={locale}>
          <TextField
            form={form}
            name={`names.${locale}`}
            label={m.admin_catalog_name_in({ language: localeName(locale) })}
            lang={locale}
            maxLength={LONGEST_NAME}
            optional
            autoComplete="off"
          />
          {isLeftBehind(item, typed, 'name', locale) && (
            <OutdatedNote>{m.admin_catalog_name_outdated({ language: localeName(locale) })}</OutdatedNote>
          )}
          {CATALOG_FIELDS[list].includes('description') && (
            <TextareaField
              form={form}
              name={`descriptions.${locale}`}
              label={m.admin_catalog_description_in({ language: localeName(locale) })}
              lang={locale}
              optional
              rows={5}
            />
          )}
          {isLeftBehind(item, typed, 'description', locale) && (
            <OutdatedNote>
              {m.admin_catalog_description_outdated({ language: localeName(locale) })}
            </OutdatedNote>
          )}
        </Fragment>
      ))}
    </FormPart>
  )
}

/** Whether a text was changed and its translation stayed as it was. */
function isLeftBehind(
  item: CatalogItem | undefined,
  typed: ItemValues,
  text: 'name' | 'description',
  locale: string,
): boolean {
  if (!item || typed[text].trim() === item[text]) return false
  const before = item[`${text}s`][locale] ?? ''
  return before !== '' && typed[`${text}s`][locale]?.trim() === before
}

function OutdatedNote({ children }: { children: string }) {
  return (
    <p role="status" className="flex gap-2 rounded-md bg-sunrise-tint px-4 py-2.5 text-sm text-sunrise-ink">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  )
}

function valuesOf(item: CatalogItem | undefined) {
  const { name = '', description = '', townId } = item ?? {}
  const texts = (known: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(TRANSLATED_LOCALES.map((locale) => [locale, known[locale] ?? '']))
  return {
    name,
    description,
    town: townId ?? '',
    names: texts(item?.names),
    descriptions: texts(item?.descriptions),
  }
}

type ItemValues = ReturnType<typeof valuesOf>

/** An item of a list without names is sent without one. */
function bodyOf({ name, names, descriptions, ...rest }: ItemValues) {
  const body = { ...rest, names: JSON.stringify(names), descriptions: JSON.stringify(descriptions) }
  return name.trim() === '' ? body : { ...body, name }
}

/** What an item must have depends on its list, which the schema of the request leaves open. */
function missingIn(list: CatalogList, { name, description }: ItemValues) {
  const has = CATALOG_FIELDS[list]
  return {
    name: has.includes('name') && name.trim() === '' ? m.validation_name_of_item() : undefined,
    description:
      has.includes('description') && description.trim() === '' ? m.validation_describe_service() : undefined,
  }
}

function send(
  list: CatalogList,
  { body, base, files, idempotencyKey }: Sent<CatalogItem, ReturnType<typeof bodyOf>>,
) {
  if (!base) return formCall(files)(ADD, { params: { list }, body }, { idempotencyKey })
  return formCall(files)(UPDATE, {
    params: { list, itemId: base._id },
    body: { ...body, updatedAt: base.updatedAt },
  })
}

type OnePicturePartProps = { pictures: ResourcePictures; wide: boolean }

/** The one picture of an item, and how to choose another. */
function OnePicturePart({ pictures: chosen, wide }: OnePicturePartProps) {
  const [picture] = chosen.pictures
  const problems = chosen.missing ? [...chosen.problems, chosen.missing] : chosen.problems
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    target.value = ''
    if (files.length > 0) chosen.add(files)
  }
  return (
    <FormPart title={m.admin_catalog_picture_title()}>
      <div className="grid justify-items-start gap-4 sm:flex sm:items-center">
        <span
          className={classes(
            'grid shrink-0 place-items-center overflow-hidden rounded-md',
            wide ? 'aspect-video w-full max-w-80' : 'aspect-square w-40',
            picture ? 'bg-sand' : 'border border-dashed border-edge text-soft',
          )}
        >
          {chosen.processing > 0 ? (
            <Spinner />
          ) : picture ? (
            <img
              src={picture.address}
              alt={m.admin_catalog_picture_alt()}
              className="size-full object-cover"
            />
          ) : (
            <ImagePlus aria-hidden="true" className="size-7" />
          )}
        </span>
        <div className="grid justify-items-start gap-3">
          <FileButton
            name="pictures"
            icon={<Images aria-hidden="true" className="size-5" />}
            primary={!picture}
            words={picture ? m.admin_catalog_picture_change() : m.admin_catalog_picture_choose()}
            invalid={problems.length > 0}
            onChange={take}
          />
          <p className="text-sm text-soft">
            {wide ? m.admin_catalog_picture_wide_hint() : m.admin_catalog_picture_hint()}
          </p>
          {problems.length > 0 && (
            <div role="alert" className="grid gap-1">
              {problems.map((problem) => (
                <FieldError key={problem}>{problem}</FieldError>
              ))}
            </div>
          )}
        </div>
      </div>
    </FormPart>
  )
}
