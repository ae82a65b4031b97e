import type { Service } from '@twende/contract/content/content-routes.ts'
import { ApiError, type Call } from '@twende/contract/http/call.ts'
import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { m } from '@twende/messages'
import { whatsappLink } from '@twende/ui/address.ts'
import { call } from '@twende/ui/api/call.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { EmptyState, ErrorState } from '@twende/ui/controls/page-states.tsx'
import { SearchInput } from '@twende/ui/list/search-input.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { SearchX, Wrench } from 'lucide-react'
import { data, type ShouldRevalidateFunctionArgs, useRevalidator, useSearchParams } from 'react-router'
import { pageMeta } from '../frame/page-meta.ts'
import { callContext } from '../frame/render-contexts.ts'
import { links } from '../links.ts'
import type { Route } from './+types/services-page'
import { localService, servicesNamed } from './services-named.ts'

const steps = [
  {
    title: m.services_step_tell_title,
    words: m.services_step_tell_text,
  },
  {
    title: m.services_step_look_title,
    words: m.services_step_look_text,
  },
  { title: m.services_step_decide_title, words: m.services_step_decide_text },
] as const

async function load(api: Call) {
  try {
    const [services, banners] = await Promise.all([
      api('GET /api/service/list', {}),
      api('GET /api/banner/list', {}),
    ])
    return { services: services.data.map(localService), banner: banners.data[0]?.imageUrl3 }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { services: undefined, banner: undefined }
  }
}

export async function loader({ context }: Route.LoaderArgs) {
  const page = await load(context.get(callContext))
  // Only a page that says what it should may be kept for others.
  return data(page, { status: page.services ? 200 : 503 })
}

export const clientLoader = () => load(call)

/** Typing in the search changes the address, not what there is to search. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isTyping = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return !isTyping && defaultShouldRevalidate
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta({
    title: m.services_meta_title(),
    description: m.services_meta_description(),
    path: links.services,
    hidden: location.search !== '',
    matches,
  })

export default function ServicesPage({ loaderData }: Route.ComponentProps) {
  return <ServicesView {...loaderData} />
}

type ServicesViewProps = { services: readonly Service[] | undefined; banner: string | undefined }

/** What we repair, install and build, and how to ask for it. */
function ServicesView({ services, banner }: ServicesViewProps) {
  const { revalidate } = useRevalidator()
  return (
    <>
      <ServicesBanner banner={banner} />
      <Container className="pt-12 lg:pt-16">
        {services ? (
          <ServiceList services={services} />
        ) : (
          <ErrorState message={m.common_unreachable()} onRetry={() => void revalidate()} />
        )}
      </Container>
      <ServiceSteps />
    </>
  )
}

function ServicesBanner({ banner }: { banner: string | undefined }) {
  return (
    <div className="mx-auto max-w-7xl sm:px-6 sm:pt-4 lg:px-8">
      <div className="relative">
        <Picture
          address={banner}
          alt=""
          ratio="16/9"
          sizes="(min-width: 1280px) 1216px, 100vw"
          priority
          className="sm:aspect-[4/1] sm:rounded-lg [&_img]:object-[80%_50%]"
        />
        {/* Words on paper can be read beside whatever picture staff chooses. */}
        <div className="px-4 pt-6 sm:px-0 sm:pt-8 lg:notch-left lg:absolute lg:bottom-0 lg:left-0 lg:rounded-tr-lg lg:bg-paper lg:pt-6 lg:pr-8">
          <p className="kicker mb-3">{m.services_kicker()}</p>
          <h1 className="headline lg:text-4xl xl:text-5xl">
            <span className="block">{m.services_title_repair()}</span>
            <span className="block">{m.services_title_install()}</span>
          </h1>
        </div>
      </div>
    </div>
  )
}

function ServiceList({ services }: { services: readonly Service[] }) {
  const [params, setParams] = useSearchParams()
  const { whatsappNumber } = useSettings()
  const search = params.get('search') ?? ''
  const found = servicesNamed(services, search)
  const look = (words: string | undefined) =>
    setParams(words ? { search: words } : {}, { replace: true, preventScrollReset: true })
  return (
    <section aria-labelledby="our-services">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h2 id="our-services" className="title">
            {m.services_list_title()}
          </h2>
          <p role="status" className="figures mt-2 text-lg text-soft">
            {search
              ? m.services_count_for({ count: found.length, search })
              : m.services_count({ count: found.length })}
          </p>
        </div>
        {services.length > 0 && (
          <div className="w-full sm:max-w-md">
            <SearchInput
              value={search}
              onSearch={look}
              aria-label={m.services_search_label()}
              placeholder={m.services_search_placeholder()}
            />
          </div>
        )}
      </div>
      {found.length > 0 ? (
        <ul className="mt-8 grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {found.map((service) => (
            <li key={service._id} className="flex">
              <ServiceCard service={service} number={whatsappNumber} />
            </li>
          ))}
        </ul>
      ) : (
        <NoServices search={search} number={whatsappNumber} onClear={() => look(undefined)} />
      )}
    </section>
  )
}

function NoServices({ search, number, onClear }: { search: string; number: string; onClear: () => void }) {
  const text = search ? m.services_whatsapp_help_with({ search }) : m.services_whatsapp_help()
  return (
    <EmptyState
      icon={search ? <SearchX /> : <Wrench />}
      title={search ? m.services_none_found() : m.services_none_yet()}
      action={
        <>
          {search && <Button onClick={onClear}>{m.services_show_all()}</Button>}
          {number && (
            <LinkButton
              href={whatsappLink(number, text)}
              target="_blank"
              rel="noopener noreferrer"
              variant="secondary"
            >
              {m.services_ask()}
            </LinkButton>
          )}
        </>
      }
    >
      {m.services_none_text()}
    </EmptyState>
  )
}

/** One thing we do; asking for it opens a chat that names it. */
function ServiceCard({ service, number }: { service: Service; number: string }) {
  const { name, description, image } = service
  const text = m.services_whatsapp_text({ name })
  return (
    <article className="grid w-full grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 sm:flex sm:flex-col">
      <Picture
        address={image}
        alt=""
        ratio="4/3"
        sizes="(min-width: 1024px) 25vw, (min-width: 640px) 50vw, 104px"
        className="h-fit rounded-md sm:rounded-lg"
      />
      <div className="sm:flex sm:flex-1 sm:flex-col sm:pt-4">
        <h3 className="text-xl">{name}</h3>
        <p className="mt-2 text-soft sm:flex-1">{keepAmounts(description)}</p>
        {number && (
          <LinkButton
            href={whatsappLink(number, text)}
            target="_blank"
            rel="noopener noreferrer"
            variant="secondary"
            size="sm"
            className="mt-4 self-start"
            aria-label={m.services_ask_about({ name })}
          >
            {m.services_ask()}
          </LinkButton>
        )}
      </div>
    </article>
  )
}

function ServiceSteps() {
  return (
    <section className="mt-20 border-y border-line bg-sand py-16">
      <Container className="grid gap-10 lg:grid-cols-[1fr_1.6fr] lg:gap-16">
        <div>
          <h2 className="title">{m.services_steps_title()}</h2>
          <LinkButton to={links.contactUs} className="mt-6">
            {m.footer_write()}
          </LinkButton>
        </div>
        <ol className="grid gap-8 sm:grid-cols-3">
          {steps.map(({ title, words }, at) => (
            <li key={title()} className="border-t-2 border-ink pt-4">
              <span aria-hidden="true" className="figures font-display text-5xl font-bold text-acacia">
                {at + 1}
              </span>
              <h3 className="mt-3 text-xl">{title()}</h3>
              <p className="mt-2 text-soft">{words()}</p>
            </li>
          ))}
        </ol>
      </Container>
    </section>
  )
}
