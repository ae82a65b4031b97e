import { extraKindLabel } from '@twende/contract/bookings/extra-format.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import {
  EXTRA_KINDS,
  type Extra,
  ExtraInput,
  type ExtraKind,
  hasStock,
} from '@twende/contract/prices/extra.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { CheckboxField, NumberField, SelectField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { type AppForm, useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { typedShillings, wholeNumber } from '@twende/ui/form/whole-number.ts'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { useRevalidator } from 'react-router'

type ExtraValues = {
  kind: ExtraKind
  price: string
  stock: string
  place: string
  toPlace: string
  atAddress: boolean
  km: string
}

type DialogProps = { extra: Extra | undefined; open: boolean; onClose: () => void }

/** Adds an extra to the price list, or changes the one that is given. */
export function ExtraDialog({ extra, open, onClose }: DialogProps) {
  const form = useExtraForm(extra)
  const { kind } = form.watch()
  return (
    <FormDialog
      form={form}
      open={open}
      title={extra ? m.admin_extras_edit_title() : m.admin_extras_add_title()}
      explains={m.admin_extras_form_text()}
      yes={m.admin_prices_save()}
      size="md"
      onClose={onClose}
    >
      <SelectField
        form={form}
        name="kind"
        label={m.admin_extras_kind_label()}
        hint={kindHint(kind)}
        required
        options={EXTRA_KINDS.map((value) => ({ value, label: extraKindLabel(value) }))}
      />
      {(isBrought(kind) || kind === 'one_way') && <PlaceFields form={form} kind={kind} extra={extra} />}
      {isBrought(kind) && (
        <CheckboxField form={form} name="atAddress" label={m.admin_extras_address_label()} />
      )}
      <div className="grid grid-cols-2 items-start gap-3">
        {kind === 'extra_km' && (
          <NumberField form={form} name="km" label={m.admin_extras_km_label()} required />
        )}
        <NumberField form={form} name="price" label={priceLabel(kind)} required />
        {hasStock(kind) && (
          <NumberField
            form={form}
            name="stock"
            label={kind === 'chauffeur' ? m.admin_extras_chauffeurs_label() : m.admin_extras_stock_label()}
            hint={kind === 'chauffeur' ? m.admin_extras_chauffeurs_hint() : m.admin_extras_stock_hint()}
            required
          />
        )}
      </div>
    </FormDialog>
  )
}

const isBrought = (kind: ExtraKind) => kind === 'delivery' || kind === 'collection'

function kindHint(kind: ExtraKind): string | undefined {
  if (isBrought(kind)) return m.admin_extras_brought_hint()
  return kind === 'one_way' ? m.admin_extras_one_way_hint() : undefined
}

function priceLabel(kind: ExtraKind): string {
  if (kind === 'chauffeur') return m.admin_extras_price_per_day_label()
  const isEach = kind === 'additional_driver' || kind === 'child_seat'
  return isEach ? m.admin_extras_price_each_label() : m.admin_extras_price_label()
}

function useExtraForm(extra: Extra | undefined) {
  const { revalidate } = useRevalidator()
  const attempt = useAttemptKey()
  return useAppForm<ExtraValues, ExtraInput>({
    defaultValues: valuesOf(extra),
    bodyOf: inputOf,
    schema: ExtraInput,
    onSubmit: async (body) => {
      try {
        const { message } = extra
          ? await call('POST /api/admin/extra/:extraId/update', {
              params: { extraId: extra._id },
              body: { extra: body, updatedAt: extra.updatedAt },
            })
          : await call('POST /api/admin/extras', { body }, { idempotencyKey: attempt.keyOf(body) })
        toast.success(message)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error
        toast.error(m.admin_common_changed_by_other())
      }
      await revalidate()
    },
  })
}

function valuesOf(extra: Extra | undefined): ExtraValues {
  return {
    kind: extra?.kind ?? 'chauffeur',
    price: extra ? String(extra.price) : '',
    stock: extra?.stock == null ? '' : String(extra.stock),
    place: extra?.place ?? '',
    toPlace: extra?.toPlace ?? '',
    atAddress: extra?.atAddress ?? false,
    km: extra?.km == null ? '' : String(extra.km),
  }
}

function inputOf({ kind, price, stock, place, toPlace, atAddress, km }: ExtraValues) {
  const hasPlace = isBrought(kind) || kind === 'one_way'
  return {
    kind,
    price: typedShillings(price),
    stock: hasStock(kind) ? wholeNumber(stock) : null,
    place: (hasPlace && place) || null,
    toPlace: (kind === 'one_way' && toPlace) || null,
    atAddress: isBrought(kind) && atAddress,
    km: kind === 'extra_km' ? wholeNumber(km) : null,
  }
}

type PlaceFieldsProps = { form: AppForm<ExtraValues>; kind: ExtraKind; extra: Extra | undefined }

/** The place of a delivery or a collection; both places of a return in another town, which may stay open. */
function PlaceFields({ form, kind, extra }: PlaceFieldsProps) {
  const { answer, retry } = useAnswer('places', () => call('GET /api/location/list', {}))
  const own = [extra?.place, extra?.toPlace].flatMap((name) => name ?? [])
  const names = [...new Set([...own, ...(answer.value?.data.map(({ name }) => name) ?? [])])]
  const options = names.map((name) => ({ value: name, label: name }))
  const empty = kind === 'one_way' ? m.admin_extras_place_any() : m.admin_extras_place_choose()
  return (
    <div className="grid gap-2">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <SelectField
          form={form}
          name="place"
          label={kind === 'one_way' ? m.admin_extras_from_label() : m.admin_extras_place_label()}
          required={kind !== 'one_way'}
          empty={empty}
          options={options}
        />
        {kind === 'one_way' && (
          <SelectField
            form={form}
            name="toPlace"
            label={m.admin_extras_to_label()}
            empty={empty}
            options={options}
          />
        )}
      </div>
      {answer.error && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-clay-deep">
          {m.admin_extras_places_failed()}
          <Button variant="secondary" size="sm" onClick={retry}>
            {m.common_try_again()}
          </Button>
        </p>
      )}
    </div>
  )
}
