import { ApiError, type Call } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { callContext } from '../call-context.ts'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/about-page'
import { AboutEnd } from './about-end.tsx'
import { AboutFigures } from './about-figures.tsx'
import { AboutServices } from './about-services.tsx'
import { AboutStory } from './about-story.tsx'

/** The page says what it has to say also when the list of services cannot be had. */
async function load(api: Call) {
  try {
    return { services: (await api('GET /api/service/list', {})).data }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { services: [] }
  }
}

export const loader = ({ context }: Route.LoaderArgs) => load(context.get(callContext))
export const clientLoader = () => load(call)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'About us: computers first, cars since',
    description:
      'Twende began in 2016 as a computer workshop in Nairobi: 25+ professionals, 15,000+ clients, 24/7 support, and now the cars too.',
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
