import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { SHARED_WORK_MS, useRevalidateEvery } from '@twende/ui/loading/use-revalidate-every.ts'
import { loadForPage, Page, PageContent, pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import type { Route } from './+types/shared-calendars-page'
import { CalendarFeedsPanel } from './calendar-feeds-panel.tsx'
import { CalendarImportsPanel } from './calendar-imports-panel.tsx'

async function load() {
  const [feeds, imports] = await Promise.all([
    call('GET /api/admin/calendar-feeds', {}),
    call('GET /api/admin/calendar-imports', {}),
  ])
  return { feeds: feeds.data, imports: imports.data }
}

export const clientLoader = () => loadForPage(load())

export const meta = () => pageTitle(m.admin_shared_calendars_title())

/** Our calendar in other programs, and their calendars that block our cars. */
export default function SharedCalendarsPage({ loaderData }: Route.ComponentProps) {
  useRevalidateEvery(SHARED_WORK_MS)
  return (
    <Page
      width="reading"
      back={{ to: links.calendar(), label: m.admin_menu_calendar() }}
      title={m.admin_shared_calendars_title()}
      intro={m.admin_shared_calendars_intro()}
    >
      <PageContent page={loaderData.page}>
        {({ feeds, imports }) => (
          <div className="mt-5 grid gap-5">
            <CalendarFeedsPanel feeds={feeds} />
            <CalendarImportsPanel imports={imports} />
          </div>
        )}
      </PageContent>
    </Page>
  )
}
