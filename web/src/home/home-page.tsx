import { freeWords } from '@twende/contract/bookings/cancellation-format.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import { withCarDefaults } from '@twende/contract/cars/car-defaults.ts'
import type { AppSettings, Category } from '@twende/contract/content/content-routes.ts'
import type { Call } from '@twende/contract/http/call.ts'
import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Container, SectionHeading } from '@twende/ui/controls/layout.tsx'
import { Stars } from '@twende/ui/controls/stars.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { BadgeCheck, CalendarCheck, ReceiptText, Smartphone } from 'lucide-react'
import { data, Link } from 'react-router'
import { whyNoCars } from '../cars/load-vehicles.ts'
import { CatalogName } from '../content/catalog-name.ts'
import { pageMeta } from '../frame/page-meta.ts'
import { callContext } from '../frame/render-contexts.ts'
import { links } from '../links.ts'
import { SellCarButton } from '../listings/buy/sell-car-button.tsx'
import type { Route } from './+types/home-page'
import { FeaturedCars } from './featured-cars.tsx'
import { Hero } from './hero.tsx'
import { pickFeatured } from './pick-featured.ts'
import { SearchBox } from './search-box.tsx'

const reasons = (cancellation: AppSettings['cancellation']) => [
  {
    Icon: ReceiptText,
    title: m.home_why_price_title(),
    words: m.home_why_price_text(),
  },
  {
    Icon: Smartphone,
    title: m.home_why_payment_title(),
    words: m.home_why_payment_text(),
  },
  {
    Icon: BadgeCheck,
    title: m.home_why_sellers_title(),
    words: m.home_why_sellers_text(),
  },
  {
    Icon: CalendarCheck,
    title: m.home_why_dates_title(),
    words: `${m.home_why_dates_text()} ${freeWords(cancellation)}`,
  },
]

const testimonials = [
  {
    words: m.home_testimonial_prado,
    name: 'Wanjiku Kamau',
    place: 'Nairobi',
    rating: 5,
  },
  {
    words: m.home_testimonial_fielder,
    name: 'Brian Otieno',
    place: 'Kisumu',
    rating: 5,
  },
  {
    words: m.home_testimonial_vitz,
    name: 'Amina Hassan',
    place: 'Mombasa',
    rating: 5,
  },
] as const

const stats = [
  { figure: '5000+', what: m.home_stat_customers },
  { figure: '200+', what: m.home_stat_vehicles },
  { figure: '50+', what: m.home_stat_locations },
] as const

type Featured = { cars: readonly Car[]; failure?: string }

async function load(api: Call) {
  const [featured, categories] = await Promise.all([
    featuredCars(api).catch((error: unknown): Featured => ({ cars: [], failure: whyNoCars(error) })),
    // Without them there is the rest of the page.
    api('GET /api/category/list', { query: { kind: 'vehicle' } }).then(
      (answer) => answer.data,
      () => undefined,
    ),
  ])
  return { featured, categories }
}

async function featuredCars(api: Call): Promise<Featured> {
  const fleet = await api('GET /api/car/list', {})
  return { cars: pickFeatured(fleet.data.map(withCarDefaults), Math.random) }
}

export async function loader({ context }: Route.LoaderArgs) {
  const page = await load(context.get(callContext))
  // Only a page that says what it should may be kept for others.
  return data(page, {
    status: page.featured.failure ? 503 : 200,
    headers: page.categories ? {} : { 'cache-control': 'no-store' },
  })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const clientLoader = () => load(call)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: m.home_meta_title(),
    description: m.home_meta_description(),
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
  return <HomeView featured={loaderData.featured} categories={loaderData.categories ?? []} />
}

type HomeViewProps = { featured: Featured; categories: readonly Category[] }

/** The home page; `categories` are those of vehicles. */
function HomeView({ featured, categories }: HomeViewProps) {
  return (
    <>
      <Hero />
      <Container className="relative z-10 pt-8">
        <SearchBox categories={categories.map((category) => category.name)} />
      </Container>
      <FeaturedCars {...featured} />
      <CategoryTiles categories={categories} />
      <WhyChooseUs />
      <Stats />
      <Testimonials />
      <SellCallout />
    </>
  )
}

/** The fleet by body shape. */
function CategoryTiles({ categories }: { categories: readonly Category[] }) {
  if (categories.length === 0) return null
  return (
    <Container className="pt-20">
      <SectionHeading title={m.home_categories_title()}>{m.home_categories_text()}</SectionHeading>
      <ul className="-mx-4 mt-8 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:mx-0 lg:grid lg:grid-cols-[repeat(auto-fit,minmax(5.75rem,1fr))] lg:gap-y-6 lg:overflow-visible lg:px-0">
        {categories.map((category) => (
          <li key={category._id} className="w-36 shrink-0 snap-start lg:w-auto">
            <Link to={links.rent({ category: category.name })} className="group block rounded-lg">
              <Picture address={category.image} alt="" ratio="1/1" sizes="160px" className="rounded-lg" />
              <span className="mt-2 block font-semibold underline-offset-4 group-hover:underline">
                <CatalogName kind="vehicle" name={category.name} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Container>
  )
}

/** The last word of the home page is for those with a car to sell. */
function SellCallout() {
  const [plan] = useSettings().listingPlans
  return (
    <Container className="pt-20">
      <div className="flex flex-wrap items-center justify-between gap-6 rounded-lg bg-sunrise px-6 py-8 sm:px-10 sm:py-10">
        <div className="max-w-xl">
          <h2 className="title">{m.home_sell_title()}</h2>
          <p className="mt-3 text-lg">{keepAmounts(m.home_sell_text({ price: showKsh(plan.price) }))}</p>
        </div>
        <SellCarButton size="lg" />
      </div>
    </Container>
  )
}

function Stats() {
  return (
    <section aria-label={m.home_stats_label()} className="on-dark bg-acacia text-paper">
      <Container className="py-14 lg:py-20">
        <dl className="grid gap-8 sm:grid-cols-3">
          {stats.map(({ figure, what }) => (
            <div key={figure} className="flex flex-col-reverse border-l-4 border-sunrise pl-5">
              <dt className="text-lg text-acacia-pale">{what()}</dt>
              <dd className="figures font-display text-5xl font-bold tracking-tighter lg:text-7xl">
                {figure}
              </dd>
            </div>
          ))}
        </dl>
      </Container>
    </section>
  )
}

function Testimonials() {
  return (
    <Container className="pt-20">
      <h2 className="title">{m.home_testimonials_title()}</h2>
      <ul className="mt-10 grid gap-10 lg:grid-cols-3 lg:gap-0 lg:divide-x lg:divide-line">
        {testimonials.map(({ words, name, place, rating }) => (
          <li key={name} className="lg:px-8 lg:first:pl-0 lg:last:pr-0">
            <figure className="flex h-full flex-col gap-4">
              <Stars rating={rating} />
              <blockquote className="text-lg leading-relaxed">“{words()}”</blockquote>
              <figcaption className="mt-auto">
                <span translate="no" className="font-display font-bold">
                  {name}
                </span>
                <span translate="no" className="text-soft">
                  , {place}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Container>
  )
}

function WhyChooseUs() {
  const { cancellation } = useSettings()
  return (
    <section className="mt-20 border-y border-line bg-sand py-16 lg:py-20">
      <Container className="grid gap-10 lg:grid-cols-[1fr_1.6fr] lg:gap-16">
        <div>
          <h2 className="title">{m.home_why_title()}</h2>
          <p className="mt-4 max-w-md text-lg text-soft">{m.home_why_text()}</p>
        </div>
        <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
          {reasons(cancellation).map(({ Icon, title, words }) => (
            <li key={title} className="border-t-2 border-ink pt-4">
              <Icon aria-hidden="true" className="size-7 text-acacia" strokeWidth={1.75} />
              <h3 className="mt-3 text-xl">{title}</h3>
              <p className="mt-2 text-soft">{words}</p>
            </li>
          ))}
        </ul>
      </Container>
    </section>
  )
}
