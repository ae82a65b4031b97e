import { currentSession } from '@twende/ui/accounts/session.ts'
import { links } from '../links.ts'
import { patiently } from '@twende/ui/loading/later.ts'
import { worksHere } from '@twende/ui/accounts/is-staff.ts'

let hidden = false

/** Whether this visit began by somebody who does not work here: the router then knows no page of the back office. */
export function backOfficeIsHidden(): boolean {
  return hidden
}

let lost = false

/** Whether somebody who works here could not fetch the back office's route table: only a full load asks again. */
export function backOfficeIsLost(): boolean {
  return lost
}

export function isBackOffice(pathname: string): boolean {
  return pathname === links.admin || pathname.startsWith(`${links.admin}/`)
}

/**
 * Settles, before the router reads its route table, whether the back office is in it: for those who work here it is
 * fetched (`scripts/shorten-route-table.ts`), for everybody else it is not there. The router fetches the code of the
 * page that it starts on, even of one that the server calls missing.
 */
export async function settleBackOffice(): Promise<void> {
  const table: unknown = Reflect.get(window, '__reactRouterManifest')
  if (!hasRoutes(table)) return
  if (!worksHere(currentSession())) {
    hidden = true
    delete table.routes.admin
  } else if (typeof table.backOffice === 'string') {
    const address = table.backOffice
    await patiently(() => import(/* @vite-ignore */ address)).catch(() => {
      lost = true
    })
  }
}

function hasRoutes(table: unknown): table is { routes: Record<string, unknown>; backOffice?: unknown } {
  return typeof table === 'object' && table !== null && 'routes' in table
}
