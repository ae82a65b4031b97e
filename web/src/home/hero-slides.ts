import { links } from '../links.ts'

export type HeroSlide = {
  /** Names the picture files in `/hero`. */
  picture: 'savannah' | 'coast' | 'city' | 'showroom'
  alt: string
  place: string
  line: string
  to: string
}

export const heroSlides: readonly HeroSlide[] = [
  {
    picture: 'savannah',
    alt: 'A green four-wheel drive on golden grass, acacias and a snow-capped mountain behind it',
    place: 'The savannah',
    line: '4x4s for the last 40 km',
    to: links.rent({ category: 'SUV' }),
  },
  {
    picture: 'coast',
    alt: 'A red convertible on a coast road beside palms and a blue ocean',
    place: 'The coast',
    line: 'Roof down to Malindi',
    to: links.rent({ category: 'Convertible' }),
  },
  {
    picture: 'city',
    alt: 'A black saloon at dusk before the lights of a city',
    place: 'Nairobi',
    line: 'Arrive rested, on time',
    to: links.rent({ category: 'Luxury' }),
  },
  {
    picture: 'showroom',
    alt: 'Three cars on the floor of a bright showroom',
    place: 'The showroom',
    line: 'Every car checked',
    to: links.buy(),
  },
]
