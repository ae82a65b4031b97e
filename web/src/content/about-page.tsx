import type { Service } from '@twende/contract/content/content-routes.ts'
import { ApiError, type Call } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { withSearch } from '@twende/ui/address.ts'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Container, SectionHeading } from '@twende/ui/controls/layout.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { pageMeta } from '../frame/page-meta.ts'
import { callContext } from '../frame/render-contexts.ts'
import { links } from '../links.ts'
import type { Route } from './+types/about-page'
import { localService } from './services-named.ts'

const widths = (format: string) =>
  [960, 1440, 1920].map((width) => `/hero/showroom-${width}.${format} ${width}w`).join(', ')

const SIZES = '(min-width: 1280px) 1216px, 100vw'

const SHOWN = 4

const figures = [
  { figure: '25+', what: m.about_figure_professionals },
  { figure: '15,000+', what: m.about_figure_clients },
  { figure: '24/7', what: m.about_figure_support },
  { figure: '2016', what: m.about_figure_since },
] as const

const reasons = [
  {
    title: m.about_reason_person_title,
    words: m.about_reason_person_text,
  },
  { title: m.about_reason_price_title, words: m.about_reason_price_text },
  { title: m.about_reason_parts_title, words: m.about_reason_parts_text },
  {
    title: m.about_reason_night_title,
    words: m.about_reason_night_text,
  },
] as const

/** The page says what it has to say also when the list of services cannot be had. */
async function load(api: Call) {
  try {
    return { services: (await api('GET /api/service/list', {})).data.map(localService) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { services: [] }
  }
}

export const loader = ({ context }: Route.LoaderArgs) => load(context.get(callContext))
export const clientLoader = () => load(call)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: m.about_meta_title(),
    description: m.about_meta_description(),
    path: links.aboutUs,
    image: '/hero/showroom-1440.webp',
    data: {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: 'Twende',
      foundingDate: '2016',
      areaServed: 'KE',
    },
    matches,
  })

export default function AboutPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <AboutStory />
      <AboutFigures />
      <AboutServices services={loaderData.services} />
      <AboutEnd />
    </>
  )
}

/** Why people stay with us, and the way to begin. */
function AboutEnd() {
  return (
    <>
      <Container className="grid gap-10 pt-16 lg:grid-cols-[1fr_1.6fr] lg:gap-16 lg:pt-24">
        <h2 className="title">{m.about_reasons_title()}</h2>
        <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
          {reasons.map(({ title, words }) => (
            <li key={title()} className="border-t-2 border-ink pt-4">
              <h3 className="text-xl">{title()}</h3>
              <p className="mt-2 text-soft">{words()}</p>
            </li>
          ))}
        </ul>
      </Container>
      <Container className="pt-16 lg:pt-24">
        <div className="flex flex-wrap items-center justify-between gap-6 rounded-lg bg-sunrise px-6 py-8 sm:px-10 sm:py-10">
          <div className="max-w-xl">
            <h2 className="title">{m.about_contact_title()}</h2>
            <p className="mt-3 text-lg">{m.about_contact_text()}</p>
          </div>
          <LinkButton to={links.contactUs} size="lg">
            {m.about_contact_button()}
          </LinkButton>
        </div>
      </Container>
    </>
  )
}

function AboutFigures() {
  return (
    <section aria-label={m.about_figures_label()} className="on-dark mt-16 bg-acacia text-paper lg:mt-24">
      <Container className="py-14 lg:py-20">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-8 lg:grid-cols-4">
          {figures.map(({ figure, what }) => (
            <div key={figure} className="flex flex-col-reverse justify-end border-l-4 border-sunrise pl-4">
              <dt className="text-lg text-acacia-pale">{what()}</dt>
              <dd className="figures font-display text-4xl font-bold tracking-tighter sm:text-5xl">
                {figure}
              </dd>
            </div>
          ))}
        </dl>
      </Container>
    </section>
  )
}

/** A few of the things we do, each leading to its place in the list. */
function AboutServices({ services }: { services: readonly Service[] }) {
  if (services.length === 0) return null
  return (
    <Container className="pt-16 lg:pt-24">
      <SectionHeading
        title={m.about_services_title()}
        action={
          <LinkButton to={links.services} variant="secondary">
            {m.about_services_all()}
          </LinkButton>
        }
      />
      <ul className="mt-8 grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-6 lg:grid-cols-4">
        {services.slice(0, SHOWN).map(({ _id, name, image }) => (
          <li key={_id}>
            <Link to={withSearch(links.services, { search: name })} className="group block rounded-lg">
              <Picture
                address={image}
                alt=""
                ratio="4/3"
                sizes="(min-width: 1024px) 25vw, 50vw"
                className="rounded-lg"
              />
              <span className="mt-3 flex items-center justify-between gap-2 font-display text-lg font-bold group-hover:text-acacia">
                {name}
                <ArrowRight aria-hidden="true" className="size-5 shrink-0" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Container>
  )
}

/** How it began, and what for. */
function AboutStory() {
  return (
    <>
      <Container className="pt-8 lg:pt-16">
        <p className="kicker mb-3">{m.about_kicker()}</p>
        <h1 className="headline max-w-4xl">{m.about_title()}</h1>
      </Container>
      <div className="mx-auto mt-8 max-w-7xl sm:px-6 lg:mt-12 lg:px-8">
        <picture>
          <source type="image/avif" srcSet={widths('avif')} sizes={SIZES} />
          <img
            src="/hero/showroom-1440.webp"
            srcSet={widths('webp')}
            sizes={SIZES}
            alt={m.home_slide_showroom_alt()}
            fetchPriority="high"
            className="aspect-[3/2] w-full bg-sand object-cover object-[80%_50%] sm:rounded-lg md:aspect-[2/1]"
          />
        </picture>
      </div>
      <Container className="grid gap-10 pt-12 lg:grid-cols-[1fr_1.6fr] lg:gap-16 lg:pt-20">
        <h2 className="title">{m.about_story_title()}</h2>
        <div className="max-w-2xl text-lg sm:columns-2 sm:gap-10 lg:max-w-none">
          <p>{m.about_story_start()}</p>
          <p className="mt-4">{m.about_story_cars()}</p>
          <p className="mt-4">{m.about_story_twende()}</p>
        </div>
      </Container>
      <Mission />
    </>
  )
}

function Mission() {
  return (
    <Container className="pt-16 lg:pt-24">
      <section aria-labelledby="mission" className="border-l-4 border-sunrise pl-5 sm:pl-10">
        <h2 id="mission" className="kicker">
          {m.about_mission_title()}
        </h2>
        <p className="mt-3 max-w-4xl font-display text-2xl font-bold tracking-tight sm:text-4xl">
          {m.about_mission_text()}
        </p>
      </section>
    </Container>
  )
}
