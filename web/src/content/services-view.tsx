import type { Service } from '@twende/contract/content/content-routes.ts'
import { whatsappLink } from '@twende/ui/address.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { EmptyState, ErrorState } from '@twende/ui/controls/page-states.tsx'
import { SearchInput } from '@twende/ui/list/search-input.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { SearchX, Wrench } from 'lucide-react'
import { useRevalidator, useSearchParams } from 'react-router'
import { ServiceCard } from './service-card.tsx'
import { ServiceSteps } from './service-steps.tsx'
import { servicesNamed } from './services-named.ts'

type ServicesViewProps = { services: readonly Service[] | undefined; banner: string | undefined }

/** What we repair, install and build, and how to ask for it. */
export function ServicesView({ services, banner }: ServicesViewProps) {
  const { revalidate } = useRevalidator()
  return (
    <>
      <ServicesBanner banner={banner} />
      <Container className="pt-12 lg:pt-16">
        {services ? (
          <ServiceList services={services} />
        ) : (
          <ErrorState message="Error connecting to server" onRetry={() => void revalidate()} />
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
          <p className="kicker mb-3">Repairs and installations since 2016</p>
          <h1 className="headline lg:text-4xl xl:text-5xl">
            <span className="block">It worked yesterday.</span>
            <span className="block">It will tomorrow.</span>
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
            Our Services
          </h2>
          <p role="status" className="mt-2 text-lg text-soft">
            <span className="figures">{found.length}</span> {found.length === 1 ? 'service' : 'services'}
            {search && ` for “${search}”`}
          </p>
        </div>
        {services.length > 0 && (
          <div className="w-full sm:max-w-md">
            <SearchInput
              value={search}
              onSearch={look}
              aria-label="Search services"
              placeholder="What needs doing?"
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
  const wish = search
    ? `Hello Twende, can you help me with this: ${search}?`
    : 'Hello Twende, can you help me?'
  return (
    <EmptyState
      icon={search ? <SearchX /> : <Wrench />}
      title={search ? 'No services found' : 'Our list of services is being written'}
      action={
        <>
          {search && <Button onClick={onClear}>Show all services</Button>}
          {number && (
            <LinkButton
              href={whatsappLink(number, wish)}
              target="_blank"
              rel="noopener noreferrer"
              variant="secondary"
            >
              Ask us anyway
            </LinkButton>
          )}
        </>
      }
    >
      We do more than fits on a page. Tell us what is broken.
    </EmptyState>
  )
}
