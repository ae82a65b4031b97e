import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { Car, CarReview } from '@twende/contract/cars/car.ts'
import { withCarDefaults } from '@twende/contract/cars/car-defaults.ts'
import { type Call, isMissing } from '@twende/contract/http/call.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { fuelLabels, transmissionLabels } from '@twende/ui/cars/car-labels.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Breadcrumbs, Container } from '@twende/ui/controls/layout.tsx'
import { Rating } from '@twende/ui/controls/stars.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Gallery } from '@twende/ui/pictures/gallery.tsx'
import { Suspense, useEffect } from 'react'
import { data } from 'react-router'
import { CatalogName, catalogNamesOf } from '../content/catalog-name.ts'
import { pageMeta } from '../frame/page-meta.ts'
import { callContext } from '../frame/render-contexts.ts'
import { links } from '../links.ts'
import { labelledSpecs } from '../listings/listing-form/spec-labels.ts'
import type { Route } from './+types/car-page'
import { FeatureList, SpecList } from './car-details.tsx'
import { CarFacts, galleryOf } from './car-facts.tsx'
import { saveLook } from './recent-looks.ts'
import { RentBar, RentPanel } from './rent-panel.tsx'
import { useStay } from './use-stay.ts'

/** They come with the page's HTML; their scripts are not needed for what is seen first. */
const CarReviews = lazyWithRetry(() => import('./car-reviews.tsx').then((module) => module.CarReviews))
const CarGrid = lazyWithRetry(() => import('./car-grid.tsx').then((module) => module.CarGrid))

const CarMissing = lazyWithRetry(() => import('./car-missing.tsx').then((module) => module.CarMissing))

const MORE_CARS = 4

async function load(api: Call, carId: string) {
  const today = nairobiDay(new Date())
  try {
    const params = { carId }
    const [{ data }, reviews] = await Promise.all([
      api('GET /api/car/get/:carId', { params }),
      // The page does without where they cannot be had, as without the cars like it.
      api('GET /api/car/reviews/:carId', { params }).catch(() => ({ data: [] })),
    ])
    const car = withCarDefaults(data)
    return { today, car, reviews: reviews.data ?? [], more: await carsLike(api, car).catch(() => []) }
  } catch (error) {
    if (isMissing(error)) return { today, car: undefined }
    throw error
  }
}

async function carsLike(api: Call, { _id, category }: Car): Promise<Car[]> {
  const { data } = await api('GET /api/car/list', { query: { category, limit: MORE_CARS + 1, page: 1 } })
  const others = data.filter((other) => other._id !== _id)
  return others.slice(0, MORE_CARS).map(withCarDefaults)
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await load(context.get(callContext), params.carId)
  return data(page, { status: page.car ? 200 : 404 })
}
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(call, params.carId)

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const car = loaderData?.car
  const path = links.rentCar(params.carId)
  if (!car)
    return pageMeta({
      title: m.car_page_missing_title(),
      description: m.car_page_missing_description(),
      path,
      hidden: true,
      matches,
    })
  const location = catalogNamesOf(matches[0].loaderData)('location', car.location)
  return pageMeta({
    title: m.car_page_meta_title({ car: car.name, location, price: showKsh(car.price) }),
    description: [
      m.fleet_seat_count({ count: car.seats }),
      transmissionLabels[car.transmission](),
      `${fuelLabels[car.fuelType]()}. ${car.description}`,
    ]
      .join(', ')
      .slice(0, 200),
    path,
    image: car.image,
    data: structuredData(car),
    matches,
  })
}

/** What search engines read: the car as a product on offer by the day. */
function structuredData(car: Car) {
  return {
    '@context': 'https://schema.org',
    '@type': ['Product', 'Car'],
    name: car.name,
    description: car.description,
    image: car.pictures.map((picture) => picture.address),
    vehicleSeatingCapacity: car.seats,
    vehicleTransmission: car.transmission,
    fuelType: car.fuelType,
    offers: {
      '@type': 'Offer',
      businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut',
      price: car.price,
      priceCurrency: 'KES',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: car.price,
        priceCurrency: 'KES',
        unitCode: 'DAY',
      },
      availability: car.available ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
    },
    ...(car.reviewCount > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: car.rating,
            reviewCount: car.reviewCount,
          },
        }
      : {}),
  }
}

export default function CarPage({ loaderData }: Route.ComponentProps) {
  const carId = loaderData.car?._id
  useEffect(() => {
    if (carId) saveLook('cars', carId)
  }, [carId])
  if (!loaderData.car) {
    return (
      <Suspense fallback={<div className="min-h-[70vh]" />}>
        <CarMissing />
      </Suspense>
    )
  }
  const { today, car, reviews, more } = loaderData
  return <CarView key={car._id} today={today} car={car} reviews={reviews} more={more} />
}

type CarViewProps = { today: string; car: Car; reviews: readonly CarReview[]; more: readonly Car[] }

/** One rental car, whole: pictures, price of one's stay, facts, reviews, and others like it. */
function CarView({ today, car, reviews, more }: CarViewProps) {
  const stay = useStay(car._id)
  return (
    <Container className="py-6 lg:py-10">
      <Breadcrumbs crumbs={[{ label: m.nav_rent(), to: links.rent() }, { label: car.name }]} />
      <div className="mt-5 grid gap-x-12 gap-y-8 lg:grid-cols-[1.45fr_1fr]">
        <div className="min-w-0">
          <Gallery
            pictures={galleryOf(car)}
            subject={car.name}
            sizes="(min-width: 1280px) 720px, (min-width: 1024px) 56vw, 92vw"
            priority
          />
        </div>
        <div className="min-w-0 lg:row-span-2">
          <CarHead car={car} />
          <RentPanel today={today} car={car} stay={stay} />
        </div>
        <CarStory car={car} />
      </div>
      {car.reviewCount > 0 && (
        <Suspense fallback={null}>
          <CarReviews reviews={reviews} rating={car.rating} count={car.reviewCount} />
        </Suspense>
      )}
      {more.length > 0 && (
        <section className="mt-14" aria-labelledby="more-cars">
          <h2 id="more-cars" className="mb-5 text-2xl sm:text-3xl">
            {m.car_page_more()}
          </h2>
          <Suspense fallback={<div className="min-h-120" />}>
            <CarGrid cars={more} stay={stay.chosen} priorityCount={0} four headingLevel="h3" />
          </Suspense>
        </section>
      )}
      <RentBar car={car} stay={stay} />
    </Container>
  )
}

function CarHead({ car }: { car: Car }) {
  return (
    <header>
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone={car.available ? 'acacia' : 'ink'}>
          {car.available ? <CatalogName kind="vehicle" name={car.category} /> : m.fleet_not_available()}
        </Badge>
        <Rating rating={car.rating} count={car.reviewCount} />
      </p>
      <h1 className="title mt-3">{car.name}</h1>
      <CarFacts seats={car.seats} transmission={car.transmission} fuelType={car.fuelType} className="mt-3" />
    </header>
  )
}

function CarStory({ car }: { car: Car }) {
  return (
    <section aria-label={m.car_page_about()} className="max-w-2xl">
      <p className="text-lg">{car.description}</p>
      <h2 className="mt-8 text-2xl">{m.car_page_specs()}</h2>
      <SpecList specs={{ ...builtFacts(car), ...labelledSpecs(car.specs) }} />
      <h2 className="mt-8 text-2xl">{m.common_features()}</h2>
      <FeatureList features={car.features} />
    </section>
  )
}

function builtFacts({ year, colour }: Car): Record<string, string> {
  return {
    ...(year !== null && { [m.fleet_year_label()]: String(year) }),
    ...(colour !== null && { [m.fleet_colour_label()]: colour }),
  }
}
