import { FUEL_TYPES, TRANSMISSIONS } from '@twende/contract/business-constants.ts'
import type { FleetCar } from '@twende/contract/cars/fleet-car.ts'
import {
  HIGHEST_DAY_PRICE,
  HIGHEST_DEPOSIT,
  MOST_KM_PER_DAY,
  MOST_SEATS,
} from '@twende/contract/cars/fleet-choices.ts'
import { SPEC_LABELS, type SpecName } from '@twende/contract/listings/listing-choices.ts'
import { call } from '@twende/ui/api/call.ts'
import { capitalised } from '@twende/ui/cars/car-words.ts'
import { FeaturesEditor } from '@twende/ui/cars/features-editor.tsx'
import { formCall } from '../form-call.ts'
import { ChoiceField, FormPart, LongField, PicturesPart, SaveBar, TextField } from '../thing-form-parts.tsx'
import { type Sending, type ThingForm, useThingForm } from '../use-thing-form.ts'

/** The form of a rental car as texts; `features` is a JSON list. */
const FLEET_FIELDS = [
  'name',
  'category',
  'location',
  'price',
  'deposit',
  'kmPerDay',
  'seats',
  'transmission',
  'fuelType',
  'description',
  'features',
] as const
type FleetField = (typeof FLEET_FIELDS)[number] | SpecName
type FleetValues = Readonly<Record<FleetField, string>>

const specNames: readonly SpecName[] = [
  'engine',
  'power',
  'acceleration',
  'topSpeed',
  'range',
  'towingCapacity',
]

function fleetValues(car: FleetCar | undefined): FleetValues {
  const spec = (name: SpecName) => car?.specs[name] ?? ''
  return {
    name: car?.name ?? '',
    category: car?.category ?? '',
    location: car?.location ?? '',
    price: car ? String(car.price) : '',
    deposit: car ? String(car.deposit) : '',
    kmPerDay: car ? String(car.kmPerDay) : '200',
    seats: car ? String(car.seats) : '5',
    transmission: car?.transmission ?? 'automatic',
    fuelType: car?.fuelType ?? 'petrol',
    description: car?.description ?? '',
    features: JSON.stringify(car?.features ?? []),
    engine: spec('engine'),
    power: spec('power'),
    acceleration: spec('acceleration'),
    topSpeed: spec('topSpeed'),
    range: spec('range'),
    towingCapacity: spec('towingCapacity'),
  }
}

const plain = (text: string) => text.replace(/[,\s]/g, '')

function fleetProblems(values: FleetValues): Partial<Record<FleetField, string>> {
  const whole = (name: FleetField, min: number, max: number) => {
    const number = plain(values[name])
    return /^\d{1,9}$/.test(number) && Number(number) >= min && Number(number) <= max
  }
  const checks: readonly (readonly [FleetField, boolean, string])[] = [
    ['name', values.name.trim() !== '', 'Please enter a name'],
    ['category', values.category !== '', 'Please select a category'],
    ['location', values.location !== '', 'Please select a location'],
    ['price', whole('price', 1, HIGHEST_DAY_PRICE), 'Please enter the price a day in whole shillings'],
    [
      'deposit',
      whole('deposit', 0, HIGHEST_DEPOSIT),
      'Please enter the deposit in whole shillings, 0 for none',
    ],
    [
      'kmPerDay',
      whole('kmPerDay', 1, MOST_KM_PER_DAY),
      'Please enter the kilometres a day, as a whole number',
    ],
    ['seats', whole('seats', 1, MOST_SEATS), 'Please enter the number of seats'],
    ['description', values.description.trim() !== '', 'Please describe the car'],
  ]
  return Object.fromEntries(checks.filter(([, fine]) => !fine).map(([name, , words]) => [name, words]))
}

/** The form as the server takes it. */
function fleetFields(values: FleetValues) {
  const { transmission, fuelType, name, category, location, description, features } = values
  const specs = Object.fromEntries(specNames.map((spec) => [spec, values[spec]]))
  return {
    name,
    category,
    location,
    description,
    features,
    price: plain(values.price),
    deposit: plain(values.deposit),
    kmPerDay: plain(values.kmPerDay),
    seats: plain(values.seats),
    transmission: TRANSMISSIONS.find((known) => known === transmission) ?? 'automatic',
    fuelType: FUEL_TYPES.find((known) => known === fuelType) ?? 'petrol',
    specs: JSON.stringify(specs),
  }
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
  const { form, pictures, submit, catchUp, trouble, state } = useThingForm({
    thing: car,
    valuesOf: fleetValues,
    problemsOf: fleetProblems,
    send,
    latest: async () => (await call('GET /api/admin/car/:carId', { params: { carId } })).data,
    onSaved,
  })
  return (
    <form noValidate onSubmit={submit} className="mt-5 grid gap-5">
      <PicturesPart pictures={pictures} missing={form.problems.pictures} subject="The car" />
      <CarPart form={form} lists={lists} />
      <TermsPart form={form} />
      <FormPart title="Technical data">
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {specNames.map((name) => (
            <TextField key={name} form={form} name={name} label={SPEC_LABELS[name]} most={60} />
          ))}
        </div>
      </FormPart>
      <FormPart title="Features">
        <FeaturesEditor
          features={JSON.parse(form.values.features)}
          onChange={(features) => form.change({ features: JSON.stringify(features) })}
        />
      </FormPart>
      <SaveBar
        shown={state === 'conflict'}
        pending={state === 'pending'}
        onCatchUp={(mine) => void catchUp(mine)}
        trouble={trouble}
        yes={car ? 'Save car' : 'Add car'}
        back={back}
      />
    </form>
  )
}

function send({ base, values, order, files, idempotencyKey }: Sending<FleetCar, FleetField>) {
  const fields = fleetFields(values)
  if (!base) return formCall(files)('POST /api/admin/cars', { body: fields }, { idempotencyKey })
  const body = { ...fields, pictures: order, updatedAt: base.updatedAt }
  return formCall(files)('POST /api/admin/car/:carId/update', { params: { carId: base._id }, body })
}

type PartProps = { form: ThingForm<FleetField> }

function CarPart({ form, lists }: PartProps & { lists: FleetLists }) {
  const named = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }))
  return (
    <FormPart title="The car">
      <TextField form={form} name="name" label="Name" required most={100} placeholder="Toyota Axio 2017" />
      <div className="grid gap-5 sm:grid-cols-2">
        <ChoiceField
          form={form}
          name="category"
          label="Category"
          required
          empty="Select a category"
          options={named(lists.categories)}
        />
        <ChoiceField
          form={form}
          name="location"
          label="Where it stands"
          required
          empty="Select a location"
          options={named(lists.locations)}
        />
        <ChoiceField
          form={form}
          name="transmission"
          label="Transmission"
          options={TRANSMISSIONS.map((value) => ({ value, label: capitalised(value) }))}
        />
        <ChoiceField
          form={form}
          name="fuelType"
          label="Fuel"
          options={FUEL_TYPES.map((value) => ({ value, label: capitalised(value) }))}
        />
      </div>
      <LongField form={form} name="description" label="Description" required most={4000} />
    </FormPart>
  )
}

function TermsPart({ form }: PartProps) {
  return (
    <FormPart title="Renting it">
      <div className="grid grid-cols-2 gap-5 lg:grid-cols-4">
        <TextField form={form} name="price" label="Price a day (Ksh)" required figure />
        <TextField form={form} name="deposit" label="Deposit (Ksh)" required figure />
        <TextField form={form} name="kmPerDay" label="Kilometres a day" required figure />
        <TextField form={form} name="seats" label="Seats" required figure />
      </div>
    </FormPart>
  )
}
