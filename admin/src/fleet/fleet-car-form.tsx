import { FUEL_TYPES, TRANSMISSIONS } from '@twende/contract/business-constants.ts'
import { adminFleetRoutes } from '@twende/contract/cars/admin-fleet-routes.ts'
import type { FleetCar } from '@twende/contract/cars/car.ts'
import { SPEC_LABELS, type SpecName } from '@twende/contract/listings/listing-choices.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { formCall } from '@twende/ui/api/file-calls.ts'
import { fuelLabels, transmissionLabels } from '@twende/ui/cars/car-labels.ts'
import { FeaturesEditor } from '@twende/ui/cars/features-editor.tsx'
import { Form, NumberField, SelectField, TextareaField, TextField } from '@twende/ui/form/fields.tsx'
import type { AppForm } from '@twende/ui/form/use-app-form.ts'
import { plainDigits, shillingsDigits } from '@twende/ui/form/whole-number.ts'
import { Controller } from 'react-hook-form'
import { FormPart, PicturesPart, SaveBar } from '../form/resource-form-parts.tsx'
import { type Sent, useResourceForm } from '../form/use-resource-form.ts'

const ADD = 'POST /api/admin/cars'
const UPDATE = 'POST /api/admin/car/:carId/update'

const specNames: readonly SpecName[] = [
  'engine',
  'power',
  'acceleration',
  'topSpeed',
  'range',
  'towingCapacity',
]

function valuesOf(car: FleetCar | undefined) {
  const features: readonly string[] = car?.features ?? []
  const spec = (name: SpecName) => car?.specs[name] ?? ''
  return {
    name: car?.name ?? '',
    numberPlate: car?.numberPlate ?? '',
    chassisNumber: car?.chassisNumber ?? '',
    logbookNumber: car?.logbookNumber ?? '',
    year: car?.year ? String(car.year) : '',
    colour: car?.colour ?? '',
    odometer: car?.odometer === null || car === undefined ? '' : String(car.odometer),
    category: car?.category ?? '',
    location: car?.location ?? '',
    price: car ? String(car.price) : '',
    deposit: car ? String(car.deposit) : '',
    kmPerDay: car ? String(car.kmPerDay) : '200',
    seats: car ? String(car.seats) : '5',
    transmission: car?.transmission ?? 'automatic',
    fuelType: car?.fuelType ?? 'petrol',
    description: car?.description ?? '',
    features,
    specs: {
      engine: spec('engine'),
      power: spec('power'),
      acceleration: spec('acceleration'),
      topSpeed: spec('topSpeed'),
      range: spec('range'),
      towingCapacity: spec('towingCapacity'),
    },
  }
}
type FleetValues = ReturnType<typeof valuesOf>

/** The form as the server takes it. */
function bodyOf(values: FleetValues) {
  return {
    ...values,
    price: shillingsDigits(values.price),
    deposit: shillingsDigits(values.deposit),
    kmPerDay: plainDigits(values.kmPerDay),
    seats: plainDigits(values.seats),
    year: plainDigits(values.year),
    odometer: plainDigits(values.odometer),
    features: JSON.stringify(values.features),
    specs: JSON.stringify(values.specs),
  }
}

function send({ body, base, order, files, idempotencyKey }: Sent<FleetCar, ReturnType<typeof bodyOf>>) {
  if (!base) return formCall(files)(ADD, { body }, { idempotencyKey })
  const { odometer, ...others } = body
  // Handovers and returns move the odometer while the form is open: only what was typed here is sent.
  const typed = odometer === bodyOf(valuesOf(base)).odometer ? {} : { odometer }
  return formCall(files)(UPDATE, {
    params: { carId: base._id },
    body: { ...others, ...typed, pictures: order, updatedAt: base.updatedAt },
  })
}

export type FleetLists = { categories: readonly string[]; locations: readonly string[] }

type FleetCarFormProps = {
  car?: FleetCar | undefined
  lists: FleetLists
  back: string
  onSaved: (car: FleetCar) => void
}

/** The form of a rental car, new or known. */
export function FleetCarForm({ car, lists, back, onSaved }: FleetCarFormProps) {
  const carId = car?._id ?? ''
  const { form, pictures, ...saving } = useResourceForm({
    resource: car,
    valuesOf,
    bodyOf,
    // The fields of a new car are all required, in a change they are optional.
    schema: adminFleetRoutes[ADD].body,
    refusedAt: {
      number_plate_taken: 'numberPlate',
      chassis_number_taken: 'chassisNumber',
      logbook_number_taken: 'logbookNumber',
    },
    send,
    latest: async () => (await call('GET /api/admin/car/:carId', { params: { carId } })).data,
    onSaved,
  })
  return (
    <Form form={form} className="mt-5 grid gap-5">
      <PicturesPart pictures={pictures} subject={m.admin_fleet_car_title()} />
      <CarPart form={form} lists={lists} />
      <RecordPart form={form} />
      <TermsPart form={form} />
      <FormPart title={m.admin_fleet_specs_title()}>
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {specNames.map((name) => (
            <TextField
              key={name}
              form={form}
              name={`specs.${name}`}
              label={SPEC_LABELS[name]()}
              autoComplete="off"
            />
          ))}
        </div>
      </FormPart>
      <FormPart title={m.admin_fleet_features_title()}>
        <Controller
          control={form.control}
          name="features"
          render={({ field, fieldState }) => (
            <FeaturesEditor
              features={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
      </FormPart>
      <SaveBar
        {...saving}
        form={form}
        yes={car ? m.admin_fleet_save() : m.admin_fleet_add_button()}
        back={back}
      />
    </Form>
  )
}

type PartProps = { form: AppForm<FleetValues> }

function CarPart({ form, lists }: PartProps & { lists: FleetLists }) {
  const named = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }))
  return (
    <FormPart title={m.admin_fleet_car_title()}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="name"
          label={m.admin_fleet_name_label()}
          required
          autoComplete="off"
          placeholder="Toyota Axio 2017"
        />
        <TextField
          form={form}
          name="numberPlate"
          label={m.admin_fleet_number_plate_label()}
          hint={m.admin_fleet_number_plate_hint()}
          autoComplete="off"
          autoCapitalize="characters"
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          form={form}
          name="category"
          label={m.admin_fleet_category_label()}
          required
          empty={m.admin_fleet_category_choose()}
          options={named(lists.categories)}
        />
        <SelectField
          form={form}
          name="location"
          label={m.admin_fleet_location_label()}
          required
          empty={m.admin_fleet_location_choose()}
          options={named(lists.locations)}
        />
        <SelectField
          form={form}
          name="transmission"
          label={m.admin_fleet_transmission_label()}
          options={TRANSMISSIONS.map((value) => ({ value, label: transmissionLabels[value]() }))}
        />
        <SelectField
          form={form}
          name="fuelType"
          label={m.admin_fleet_fuel_label()}
          options={FUEL_TYPES.map((value) => ({ value, label: fuelLabels[value]() }))}
        />
      </div>
      <TextareaField
        form={form}
        name="description"
        label={m.admin_fleet_description_label()}
        required
        rows={5}
      />
    </FormPart>
  )
}

/** What the logbook and the dashboard say. */
function RecordPart({ form }: PartProps) {
  return (
    <FormPart title={m.admin_fleet_record_title()}>
      <div className="grid gap-5 sm:grid-cols-3">
        <NumberField form={form} name="year" label={m.admin_fleet_year_label()} optional />
        <TextField
          form={form}
          name="colour"
          label={m.admin_fleet_colour_label()}
          optional
          autoComplete="off"
        />
        <NumberField
          form={form}
          name="odometer"
          label={m.admin_fleet_odometer_label()}
          hint={m.admin_fleet_odometer_hint()}
          optional
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="chassisNumber"
          label={m.admin_fleet_chassis_label()}
          hint={m.admin_fleet_chassis_hint()}
          optional
          autoComplete="off"
          autoCapitalize="characters"
        />
        <TextField
          form={form}
          name="logbookNumber"
          label={m.admin_fleet_logbook_label()}
          hint={m.admin_fleet_logbook_hint()}
          optional
          autoComplete="off"
        />
      </div>
    </FormPart>
  )
}

function TermsPart({ form }: PartProps) {
  return (
    <FormPart title={m.admin_fleet_terms_title()}>
      <div className="grid grid-cols-2 gap-5 lg:grid-cols-4">
        <NumberField form={form} name="price" label={m.admin_fleet_price_label()} required />
        <NumberField form={form} name="deposit" label={m.admin_fleet_deposit_label()} required />
        <NumberField form={form} name="kmPerDay" label={m.admin_fleet_km_label()} required />
        <NumberField form={form} name="seats" label={m.admin_fleet_seats_label()} required />
      </div>
    </FormPart>
  )
}
