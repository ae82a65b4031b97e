import { ApiError } from '@twende/contract/http/call.ts'
import {
  PRICE_RULE_EFFECTS,
  PRICE_RULE_KINDS,
  type PriceRule,
  type PriceRuleEffect,
  PriceRuleInput,
  type PriceRuleKind,
  WEEKDAYS,
} from '@twende/contract/prices/price-rule.ts'
import { weekdayName } from '@twende/contract/prices/weekday-name.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { FieldError } from '@twende/ui/controls/field.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { DateField, NumberField, SelectField, TextField, useBound } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { type AppForm, useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { typedShillings, wholeNumber } from '@twende/ui/form/whole-number.ts'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { useId } from 'react'
import { useRevalidator } from 'react-router'
import { carWithPlate, fleetCars } from '../bookings/fleet-cars.ts'
import { carsWords, kindLabels } from './price-format.ts'

type RuleValues = {
  name: string
  kind: PriceRuleKind
  value: string
  effect: PriceRuleEffect
  fromDays: string
  /** Empty for the whole fleet; else `car` or `category`, a colon, and which. */
  cars: string
  firstDay: string
  lastDay: string
  weekdays: number[]
}

const effectLabels: Record<PriceRuleEffect, () => string> = {
  replace: m.admin_prices_effect_replaces,
  multiply: m.admin_prices_effect_multiplies,
}

type DialogProps = { open: boolean; onClose: () => void }

/** Adds a price rule, or changes the one that is given. */
export function PriceRuleDialog({ rule, open, onClose }: DialogProps & { rule: PriceRule | undefined }) {
  const form = useRuleForm(rule)
  const { kind } = form.watch()
  return (
    <FormDialog
      form={form}
      open={open}
      title={rule ? m.admin_prices_edit_title() : m.admin_prices_add_title()}
      explains={m.admin_prices_form_text()}
      yes={m.admin_prices_save()}
      size="md"
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label={m.admin_prices_name_label()}
        hint={m.admin_prices_name_hint()}
        required
        maxLength={60}
      />
      <SelectField
        form={form}
        name="kind"
        label={m.admin_prices_kind_label()}
        required
        options={PRICE_RULE_KINDS.map((value) => ({ value, label: kindLabels[value].label() }))}
      />
      <div className="grid grid-cols-2 items-start gap-3">
        <NumberField form={form} name="value" label={kindLabels[kind].value()} required />
        {kind === 'length_discount' && (
          <NumberField
            form={form}
            name="fromDays"
            label={m.admin_prices_from_days_label()}
            hint={m.admin_prices_from_days_hint()}
            required
          />
        )}
      </div>
      {kind === 'day_percent' && (
        <SelectField
          form={form}
          name="effect"
          label={m.admin_prices_effect_label()}
          hint={m.admin_prices_effect_hint()}
          required
          options={PRICE_RULE_EFFECTS.map((value) => ({ value, label: effectLabels[value]() }))}
        />
      )}
      <CarsField form={form} rule={rule} />
      <div className="grid grid-cols-2 items-start gap-3">
        <DateField
          form={form}
          name="firstDay"
          label={m.admin_prices_first_day_label()}
          hint={m.admin_prices_dates_hint()}
          deps={['lastDay']}
        />
        <DateField form={form} name="lastDay" label={m.admin_prices_last_day_label()} deps={['firstDay']} />
      </div>
      <WeekdaysField form={form} />
    </FormDialog>
  )
}

function useRuleForm(rule: PriceRule | undefined) {
  const { revalidate } = useRevalidator()
  const attempt = useAttemptKey()
  return useAppForm<RuleValues, PriceRuleInput>({
    defaultValues: valuesOf(rule),
    bodyOf: inputOf,
    schema: PriceRuleInput,
    onSubmit: async (body) => {
      try {
        const { message } = rule
          ? await call('POST /api/admin/price-rule/:ruleId/update', {
              params: { ruleId: rule._id },
              body: { rule: body, updatedAt: rule.updatedAt },
            })
          : await call('POST /api/admin/price-rules', { body }, { idempotencyKey: attempt.keyOf(body) })
        toast.success(message)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error
        toast.error(m.admin_common_changed_by_other())
      }
      await revalidate()
    },
  })
}

function valuesOf(rule: PriceRule | undefined): RuleValues {
  return {
    name: rule?.name ?? '',
    kind: rule?.kind ?? 'day_percent',
    value: rule ? String(rule.value) : '',
    effect: rule?.effect ?? 'replace',
    fromDays: rule?.fromDays ? String(rule.fromDays) : '7',
    cars: rule ? carsValue(rule) : '',
    firstDay: rule?.firstDay ?? '',
    lastDay: rule?.lastDay ?? '',
    weekdays: rule?.weekdays ?? [...WEEKDAYS],
  }
}

function carsValue({ carId, category }: PriceRule): string {
  if (carId !== null) return `car:${carId}`
  return category === null ? '' : `category:${category}`
}

/** Kinds whose value is an amount, which people write in many ways. */
const PRICED: ReadonlySet<string> = new Set<PriceRuleKind>(['day_price', 'insurance'])

function inputOf(typed: RuleValues) {
  const { name, kind, weekdays } = typed
  const which = (prefix: string) =>
    typed.cars.startsWith(`${prefix}:`) ? typed.cars.slice(prefix.length + 1) : null
  return {
    name,
    kind,
    weekdays,
    value: PRICED.has(kind) ? typedShillings(typed.value) : wholeNumber(typed.value),
    effect: kind === 'day_percent' ? typed.effect : 'replace',
    fromDays: kind === 'length_discount' ? wholeNumber(typed.fromDays) : null,
    carId: which('car'),
    category: which('category'),
    firstDay: typed.firstDay || null,
    lastDay: typed.lastDay || null,
  }
}

type FieldProps = { form: AppForm<RuleValues> }

/** The whole fleet, a category or a car; those of the rule are there before the others are loaded. */
function CarsField({ form, rule }: FieldProps & { rule: PriceRule | undefined }) {
  const { answer, retry } = useAnswer('cars', async () => {
    const [cars, categories] = await Promise.all([
      fleetCars(),
      call('GET /api/category/list', { query: { kind: 'vehicle' } }),
    ])
    return [
      ...categories.data.map(({ name }) => ({
        value: `category:${name}`,
        label: m.admin_prices_cars_category({ name }),
      })),
      ...cars.map((car) => ({ value: `car:${car._id}`, label: carWithPlate(car) })),
    ]
  })
  const own = rule && carsValue(rule) !== '' ? [{ value: carsValue(rule), label: carsWords(rule) }] : []
  const loaded = answer.value ?? []
  const isLoaded = own.every(({ value }) => loaded.some((option) => option.value === value))
  return (
    <div className="grid gap-2">
      <SelectField
        form={form}
        name="cars"
        label={m.admin_prices_cars_label()}
        empty={m.admin_prices_cars_fleet()}
        options={isLoaded ? loaded : [...own, ...loaded]}
      />
      {answer.error && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-clay-deep">
          {m.admin_prices_cars_failed()}
          <Button variant="secondary" size="sm" onClick={retry}>
            {m.common_try_again()}
          </Button>
        </p>
      )}
    </div>
  )
}

/** The days of the week, each on or off. */
function WeekdaysField({ form }: FieldProps) {
  const { frame, control } = useBound<RuleValues, number[]>({
    form,
    name: 'weekdays',
    label: m.admin_prices_weekdays_label(),
    required: true,
  })
  const id = useId()
  const chosen = control.value
  const toggle = (weekday: number) =>
    control.onChange(
      chosen.includes(weekday) ? chosen.filter((other) => other !== weekday) : [...chosen, weekday].sort(),
    )
  return (
    <fieldset
      data-invalid={Boolean(frame.error)}
      aria-describedby={frame.error ? id : undefined}
      className="grid gap-2"
    >
      <legend className="mb-1 text-sm font-semibold">{frame.label}</legend>
      <div className="flex flex-wrap gap-2">
        {WEEKDAYS.map((weekday) => (
          <button
            key={weekday}
            type="button"
            aria-pressed={chosen.includes(weekday)}
            onClick={() => toggle(weekday)}
            className="min-h-11 min-w-11 rounded-md border border-line bg-card px-3 text-sm hover:border-ink aria-pressed:border-acacia aria-pressed:bg-acacia-tint"
          >
            {weekdayName(weekday)}
          </button>
        ))}
      </div>
      {frame.error && <FieldError id={id}>{frame.error}</FieldError>}
    </fieldset>
  )
}
