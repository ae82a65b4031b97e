import { ComingCount, QueueTabs } from '../queue-tabs.tsx'
import type { LoadedTray } from './load-tray.ts'
import { type TraySearch, trayHref, trays } from './trays.ts'

type TrayTabsProps = { search: TraySearch; found: Promise<LoadedTray> }

/** The trays, with how much lies in those that want somebody. */
export function TrayTabs({ search, found }: TrayTabsProps) {
  return (
    <QueueTabs
      label="Trays"
      className="mt-4"
      tabs={trays.map(({ tray, label }) => ({
        to: trayHref({ tray }),
        label,
        current: tray === search.tray,
        count:
          tray === 'answered' ? undefined : (
            <ComingCount
              from={found}
              of={({ counts }) => counts[tray]}
              look={tray === 'failed' ? 'late' : 'waiting'}
            />
          ),
      }))}
    />
  )
}
