import { currentSession } from '../accounts/session.ts'
import { links } from '../links.ts'
import { worksHere } from './works-here.ts'

let hidden = false

/** Whether this visit began under /admin by somebody who does not work here. */
export function backOfficeIsHidden(): boolean {
  return hidden
}

export function isBackOffice(pathname: string): boolean {
  return pathname === links.admin || pathname.startsWith(`${links.admin}/`)
}

/**
 * The router fetches the code of the page it starts on, even of one that the server calls missing. For somebody who
 * does not work here, the back office is therefore taken out of the route table before the router reads it.
 */
export function hideBackOffice(): void {
  const manifest: unknown = Reflect.get(window, '__reactRouterManifest')
  if (!isBackOffice(window.location.pathname) || worksHere(currentSession()) || !hasRoutes(manifest)) return
  hidden = true
  delete manifest.routes.admin
}

function hasRoutes(manifest: unknown): manifest is { routes: Record<string, unknown> } {
  return typeof manifest === 'object' && manifest !== null && 'routes' in manifest
}
