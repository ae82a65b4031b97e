import type { Call } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { callContext } from '../call-context.ts'
import { pageMeta } from '../frame/page-meta.ts'
import type { Route } from './+types/home-page'
import { HomeView } from './home-view.tsx'
import { pickFeatured } from './pick-featured.ts'

async function load(api: Call) {
  const [cars, categories] = await Promise.all([
    api('GET /api/car/list', {}),
    api('GET /api/category/list', { query: { kind: 'vehicle' } }),
  ])
  return { cars: pickFeatured(cars.data, Math.random), categories: categories.data }
}

export const loader = ({ context }: Route.LoaderArgs) => load(context.get(callContext))
export const clientLoader = () => load(call)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Twende: rent, buy and sell cars in Kenya',
    description:
      'Hire a car in Nairobi, Mombasa, Kisumu and beyond, buy a verified one, or sell yours. Pay by M-Pesa, talk on WhatsApp.',
    path: '/',
    data: {
      '@context': 'https://schema.org',
      '@type': 'AutoRental',
      name: 'Twende',
      areaServed: 'KE',
      currenciesAccepted: 'KES',
      paymentAccepted: 'M-Pesa',
    },
    matches,
  })

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return <HomeView cars={loaderData.cars} categories={loaderData.categories} />
}
