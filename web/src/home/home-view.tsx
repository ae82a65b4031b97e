import type { Car } from '@twende/contract/cars/car.ts'
import type { Category } from '@twende/contract/content/content-routes.ts'
import { Container } from '@twende/ui/controls/layout.tsx'
import { CategoryTiles } from './category-tiles.tsx'
import { FeaturedCars } from './featured-cars.tsx'
import { Hero } from './hero.tsx'
import { SearchBox } from './search-box.tsx'
import { SellCallout } from './sell-callout.tsx'
import { Stats } from './stats.tsx'
import { Testimonials } from './testimonials.tsx'
import { WhyChooseUs } from './why-choose-us.tsx'

type HomeViewProps = { cars: readonly Car[]; categories: readonly Category[] }

/** The home page; `cars` are the featured ones, `categories` those of vehicles. */
export function HomeView({ cars, categories }: HomeViewProps) {
  return (
    <>
      <Hero />
      <Container className="relative z-10 pt-8">
        <SearchBox categories={categories.map((category) => category.name)} />
      </Container>
      <FeaturedCars cars={cars} />
      <CategoryTiles categories={categories} />
      <WhyChooseUs />
      <Stats />
      <Testimonials />
      <SellCallout />
    </>
  )
}
