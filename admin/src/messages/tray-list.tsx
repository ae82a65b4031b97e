import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { Pagination } from '@twende/ui/list/pagination.tsx'
import { CircleCheck } from 'lucide-react'
import { FailedMail } from './failed-mail.tsx'
import { Letter } from './letter.tsx'
import type { LoadedTray } from './load-tray.ts'
import { type Tray, type TraySearch, trayHref } from './trays.ts'

const empty: Readonly<Record<Tray, string>> = {
  open: 'Every letter is answered.',
  answered: 'No letter was answered yet.',
  suspicious: 'Nothing looks as if a machine wrote it.',
  failed: 'Every mail arrived.',
  retrying: 'No mail is being tried again.',
}

/** What lies in a tray. */
export function TrayList({ search, loaded }: { search: TraySearch; loaded: LoadedTray }) {
  if (loaded.data.length === 0) {
    return (
      <div className="panel mt-5">
        <EmptyState icon={<CircleCheck />} title="All done">
          {empty[search.tray]}
        </EmptyState>
      </div>
    )
  }
  return (
    <>
      <ul aria-label="Messages" className="mt-5 grid grid-cols-1 gap-3">
        {loaded.holds === 'letters'
          ? loaded.data.map((letter) => (
              <li key={letter._id}>
                <Letter letter={letter} />
              </li>
            ))
          : loaded.data.map((mail) => (
              <li key={mail._id}>
                <FailedMail mail={mail} />
              </li>
            ))}
      </ul>
      <Pagination
        {...loaded.pagination}
        hrefFor={(page) => trayHref({ tray: search.tray, page })}
        label="Pages of messages"
      />
    </>
  )
}
