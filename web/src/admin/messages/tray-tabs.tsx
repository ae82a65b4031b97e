import { Suspense } from 'react'
import { Await, Link } from 'react-router'
import { classes } from '../../ui/classes.ts'
import type { LoadedTray } from './load-tray.ts'
import { type Tray, type TraySearch, trayHref, trays } from './trays.ts'

type TrayTabsProps = { search: TraySearch; found: Promise<LoadedTray> }

/** The trays, with how much lies in those that want somebody. */
export function TrayTabs({ search, found }: TrayTabsProps) {
  return (
    <nav
      aria-label="Trays"
      className="-mx-4 mt-4 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0 no-print"
    >
      <ul className="flex gap-1">
        {trays.map(({ tray, label }) => (
          <li key={tray}>
            <Link
              to={trayHref({ tray })}
              aria-current={tray === search.tray ? 'page' : undefined}
              className={classes(
                '-mb-px flex min-h-12 items-center gap-2 border-b-3 px-3 font-semibold whitespace-nowrap',
                tray === search.tray ? 'border-acacia' : 'border-transparent text-soft hover:text-ink',
              )}
            >
              {label}
              <Suspense fallback={null}>
                <Await resolve={found} errorElement={null}>
                  {({ counts }) => <Count tray={tray} n={counts[tray]} />}
                </Await>
              </Suspense>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Count({ tray, n }: { tray: Tray; n: number }) {
  if (n === 0 || tray === 'answered') return null
  return (
    <span
      className={classes(
        'figures min-w-6 rounded-full px-1.5 py-0.5 text-center text-sm',
        tray === 'failed' ? 'bg-clay-tint text-clay-deep' : 'bg-sunrise-tint text-sunrise-ink',
      )}
    >
      {n}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
