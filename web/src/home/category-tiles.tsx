import type { Category } from '@twende/contract/content/content-routes.ts'
import { Container, SectionHeading } from '@twende/ui/controls/layout.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { Link } from 'react-router'
import { links } from '../links.ts'

/** The fleet by body shape. */
export function CategoryTiles({ categories }: { categories: readonly Category[] }) {
  if (categories.length === 0) return null
  return (
    <Container className="pt-20">
      <SectionHeading title="What kind of trip is it?">
        Seven seats to the village, or two to the coast.
      </SectionHeading>
      <ul className="-mx-4 mt-8 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:mx-0 lg:grid lg:grid-cols-[repeat(auto-fit,minmax(5.75rem,1fr))] lg:gap-y-6 lg:overflow-visible lg:px-0">
        {categories.map((category) => (
          <li key={category._id} className="w-36 shrink-0 snap-start lg:w-auto">
            <Link to={links.rent({ category: category.name })} className="group block rounded-lg">
              <Picture address={category.image} alt="" ratio="1/1" sizes="160px" className="rounded-lg" />
              <span className="mt-2 block font-semibold break-words underline-offset-4 group-hover:underline">
                {category.name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Container>
  )
}
