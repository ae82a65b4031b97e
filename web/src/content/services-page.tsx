import { ApiError, type Call } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { callContext } from '../call-context.ts'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/services-page'
import { ServicesView } from './services-view.tsx'

async function load(api: Call) {
  try {
    const [services, banners] = await Promise.all([
      api('GET /api/service/list', {}),
      api('GET /api/banner/list', {}),
    ])
    return { services: services.data, banner: banners.data[0]?.imageUrl3 }
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
    title: 'Computer, network and CCTV services in Nairobi',
    description:
      'Laptop repair, data recovery, CCTV, Wi-Fi, websites, car tracking and printers. A price before we begin; ask on WhatsApp.',
    path: links.services,
    hidden: location.search !== '',
    matches,
  })

export default function ServicesPage({ loaderData }: Route.ComponentProps) {
  return <ServicesView {...loaderData} />
}
