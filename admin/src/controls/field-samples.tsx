import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { NewPasswordField } from '@twende/ui/accounts/secret-fields.tsx'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { fuelLabels } from '@twende/ui/cars/car-labels.ts'
import { Choices } from '@twende/ui/controls/choices.tsx'
import { DateInput } from '@twende/ui/controls/date-input.tsx'
import { Checkbox, Field, Input, Select, Textarea } from '@twende/ui/controls/field.tsx'
import { StarInput } from '@twende/ui/controls/star-input.tsx'
import { FormProblem, PasswordInput } from '@twende/ui/form/form-parts.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { SearchInput } from '@twende/ui/list/search-input.tsx'
import { Gallery } from '@twende/ui/pictures/gallery.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { PictureSlots } from '@twende/ui/pictures/picture-slots.tsx'
import type { SlotPicture } from '@twende/ui/pictures/picture-tile.tsx'
import { useState } from 'react'

const grid = 'grid min-w-0 grid-cols-1 items-start gap-4 sm:grid-cols-2 lg:grid-cols-3'

export function FieldSamples() {
  return (
    <>
      <div className={grid}>
        <Field label={m.common_name()}>
          <Input />
        </Field>
        <Field label={m.common_email()} hint={m.admin_controls_hint()} required>
          <Input type="email" />
        </Field>
        <Field label={m.common_phone()} error={m.admin_controls_error()} required>
          <Input defaultValue="07" />
        </Field>
        <Field label={m.common_location()}>
          <Input disabled defaultValue="Nairobi" />
        </Field>
        <Field label={m.common_description()} hint={m.admin_controls_hint()}>
          <Textarea />
        </Field>
        <Field label={m.common_description()} error={m.admin_controls_error()}>
          <Textarea />
        </Field>
        <Field label={m.common_fuel_type()}>
          <Fuels />
        </Field>
        <Field label={m.common_fuel_type()} error={m.admin_controls_error()} required>
          <Fuels />
        </Field>
        <Field label={m.common_fuel_type()}>
          <Fuels disabled />
        </Field>
        <Field label={m.common_password()}>
          <PasswordInput autoComplete="off" />
        </Field>
        <NewPassword />
        <Field label={m.common_search()} labelHidden>
          <SearchInput value="" onSearch={() => {}} />
        </Field>
        <Checkbox label={m.common_confirmed()} defaultChecked />
        <Checkbox label={m.common_confirmed()} error={m.admin_controls_error()} />
        <Checkbox label={m.common_confirmed()} disabled />
      </div>
      <FormProblem>{m.admin_controls_error()}</FormProblem>
    </>
  )
}

function NewPassword() {
  const form = useAppForm({ defaultValues: { password: '' }, onSubmit: async () => {} })
  return (
    <NewPasswordField
      form={form}
      name="password"
      label={m.common_password()}
      hint={m.admin_controls_hint()}
    />
  )
}

function Fuels({ disabled }: { disabled?: boolean }) {
  return (
    <Select disabled={disabled}>
      {Object.entries(fuelLabels).map(([fuel, label]) => (
        <option key={fuel} value={fuel}>
          {label()}
        </option>
      ))}
    </Select>
  )
}

export function DateSamples() {
  const today = nairobiDay(serverNow())
  return (
    <div className={grid}>
      <DateSample label={m.admin_audit_from()} />
      <DateSample label={m.common_pickup()} day={today} min={today} max={addDays(today, 30)} hint required />
      <DateSample label={m.admin_audit_to()} day={addDays(today, -400)} max={today} />
      <Field label={m.common_pickup()} error={m.admin_controls_error()} required>
        <DateInput value="" onChange={() => {}} />
      </Field>
      <Field label={m.common_pickup()}>
        <DateInput value={today} disabled onChange={() => {}} />
      </Field>
    </div>
  )
}

type DateSampleProps = {
  label: string
  day?: string
  min?: string
  max?: string
  hint?: boolean
  required?: boolean
}

function DateSample({ label, day = '', hint, required, ...limits }: DateSampleProps) {
  const [value, setValue] = useState(day)
  return (
    <Field label={label} hint={hint && m.admin_controls_hint()} required={required}>
      <DateInput {...limits} value={value} onChange={({ target }) => setValue(target.value)} />
    </Field>
  )
}

export function ChoiceSamples() {
  const [fuel, setFuel] = useState<keyof typeof fuelLabels>('petrol')
  const [rating, setRating] = useState(3)
  const choices = (Object.keys(fuelLabels) as (typeof fuel)[]).map((value) => ({
    value,
    label: fuelLabels[value](),
    hint: value === 'petrol' ? m.admin_controls_hint() : undefined,
  }))
  return (
    <>
      <Choices
        legend={m.common_fuel_type()}
        look="segments"
        choices={choices.map(({ value, label }) => ({ value, label }))}
        value={fuel}
        onChange={setFuel}
      />
      <Choices legend={m.common_fuel_type()} choices={choices} value={fuel} onChange={setFuel} />
      <div className={grid}>
        <StarInput legend={m.admin_controls_rating()} value={rating} onChange={setRating} />
        <StarInput
          legend={m.admin_controls_rating()}
          value={0}
          onChange={() => {}}
          error={m.admin_controls_error()}
        />
      </div>
    </>
  )
}

/** A picture that needs no file. */
const painted = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><rect width="3" height="2" fill="${color}"/></svg>`)}`
const samples = ['#0e5a3c', '#f2a33a', '#b4472e'].map((color) => ({ id: color, address: painted(color) }))

export function PictureSamples() {
  return (
    <>
      <div className={grid}>
        <Picture address={undefined} alt={m.common_pictures()} className="rounded-md" />
        <Picture address={samples[0]?.address} alt="" ratio="4/3" className="rounded-md" />
        <Gallery pictures={samples} subject={m.common_pictures()} />
      </div>
      <SlotsSample pictures={[]} />
      <SlotsSample pictures={samples.slice(0, 2)} processing={1} />
      <SlotsSample pictures={[]} problems={[m.admin_controls_error()]} />
    </>
  )
}

type SlotsSampleProps = {
  pictures: readonly SlotPicture[]
  processing?: number
  problems?: readonly string[]
}

function SlotsSample({ pictures, ...state }: SlotsSampleProps) {
  const [shown, setShown] = useState(pictures)
  const move = (id: string, to: number) => {
    const moved = shown.filter((picture) => picture.id === id)
    const others = shown.filter((picture) => picture.id !== id)
    setShown([...others.slice(0, to), ...moved, ...others.slice(to)])
  }
  return (
    <PictureSlots
      {...state}
      pictures={shown}
      onAdd={(files) =>
        setShown([...shown, ...files.map((file) => ({ id: file.name, address: URL.createObjectURL(file) }))])
      }
      onMove={move}
      onRemove={(id) => setShown(shown.filter((picture) => picture.id !== id))}
    />
  )
}
