import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import { ApiError, type Call } from '@twende/contract/http/call.ts'
import { showKsh } from '@twende/contract/money.ts'
import { call } from '@twende/ui/api/call.ts'
import { data } from 'react-router'
import { callContext } from '../call-context.ts'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/car-page'
import { CarMissing } from './car-missing.tsx'
import { CarView } from './car-view.tsx'

const MORE_CARS = 4

async function load(api: Call, carId: string) {
  const today = nairobiDay(new Date())
  try {
    const params = { carId }
    const [car, reviews] = await Promise.all([
      api('GET /api/car/get/:carId', { params }),
      api('GET /api/car/reviews/:carId', { params }),
    ])
    const query = { category: car.data.category, limit: MORE_CARS + 1, page: 1 }
    const alike = await api('GET /api/car/list', { query })
    const more = alike.data.filter((other) => other._id !== carId).slice(0, MORE_CARS)
    return { today, car: car.data, reviews: reviews.data, more }
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400))
      return { today, car: undefined }
    throw error
  }
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
      title: 'Car not found',
      description: 'This car is not in the fleet.',
      path,
      hidden: true,
      matches,
    })
  return pageMeta({
    title: `Rent a ${car.name} in ${car.location}: ${showKsh(car.price)} a day`,
    description: `${car.seats} seats, ${car.transmission}, ${car.fuelType}. ${car.description}`.slice(0, 200),
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
  if (!loaderData.car) return <CarMissing />
  const { today, car, reviews, more } = loaderData
  return <CarView key={car._id} today={today} car={car} reviews={reviews} more={more} />
}
