import type { Service } from '@twende/contract/content/content-routes.ts'
import { withSearch } from '@twende/ui/address.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Container, SectionHeading } from '@twende/ui/controls/layout.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { links } from '../links.ts'

const SHOWN = 4

/** A few of the things we do, each leading to its place in the list. */
export function AboutServices({ services }: { services: readonly Service[] }) {
  if (services.length === 0) return null
  return (
    <Container className="pt-16 lg:pt-24">
      <SectionHeading
        title="What we do all day"
        action={
          <LinkButton to={links.services} variant="secondary">
            All services
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
