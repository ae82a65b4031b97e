import type { SavedView } from '@twende/contract/accounts/saved-view-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button, IconButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Bookmark, Link2, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { section } from '../links.ts'

const SaveViewDialog = lazyWithRetry(() =>
  import('./save-view-dialog.tsx').then((module) => module.SaveViewDialog),
)

let known: readonly SavedView[] | undefined
const listeners = new Set<() => void>()

/** Remembers the views of the person at work, as the server answered. */
function setSavedViews(views: readonly SavedView[]) {
  known = views
  for (const listener of listeners) listener()
}

function useSavedViews(): readonly SavedView[] {
  useEffect(() => {
    if (known) return
    known = []
    // Without them the list works as well; the next visit asks again.
    call('GET /api/user/saved-views', {}).then(
      ({ data }) => setSavedViews(data),
      () => {},
    )
  }, [])
  return useSyncExternalStore(subscribe, () => known) ?? []
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The saved views of one list as links; while filters are set, buttons that save what is shown and copy its link. */
export function SavedViews({ address, filtered }: { address: string; filtered: boolean }) {
  const [saving, setSaving] = useState(false)
  const { list, query } = partsOf(address)
  const views = useSavedViews().filter((view) => view.list === list)
  const current = views.find((view) => view.query === query)
  if (views.length === 0 && !filtered) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 no-print">
      {views.length > 0 && (
        <ul aria-label={m.admin_list_views_label()} className="contents">
          {views.map((view) => (
            <li key={view._id} className="flex max-w-full items-center">
              <Link
                to={`${section(list)()}?${view.query}`}
                aria-current={view === current ? 'page' : undefined}
                className={classes(
                  'inline-flex min-h-11 min-w-0 items-center gap-2 rounded-md border px-3 text-sm font-semibold lg:pointer-fine:min-h-9',
                  view === current ? 'border-acacia bg-acacia-tint' : 'border-line bg-card hover:border-ink',
                )}
              >
                <Bookmark aria-hidden="true" className="size-4 shrink-0" />
                <span className="truncate">{view.name}</span>
              </Link>
              {view === current && (
                <IconButton
                  label={m.admin_list_view_remove({ name: view.name })}
                  onClick={() => void removeView(view)}
                >
                  <X aria-hidden="true" className="size-4" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {filtered && !current && (
        <Button
          size="sm"
          variant="quiet"
          icon={<Bookmark aria-hidden="true" className="size-4" />}
          onClick={() => setSaving(true)}
        >
          {m.admin_list_view_save()}
        </Button>
      )}
      {filtered && (
        <Button
          size="sm"
          variant="quiet"
          icon={<Link2 aria-hidden="true" className="size-4" />}
          onClick={() => void copyLink(address)}
        >
          {m.admin_list_view_copy()}
        </Button>
      )}
      <WhenOpen open={saving}>
        <SaveViewDialog
          key={String(saving)}
          view={{ list, query }}
          open={saving}
          onSaved={setSavedViews}
          onClose={() => setSaving(false)}
        />
      </WhenOpen>
    </div>
  )
}

/** The list that an address of the admin app names, and its query. */
function partsOf(address: string): Pick<SavedView, 'list' | 'query'> {
  const [path = '', query = ''] = address.split('?')
  return { list: path.slice(section('')().length), query }
}

async function removeView({ _id }: SavedView) {
  try {
    const { data } = await call('POST /api/user/saved-view/:viewId/remove', { params: { viewId: _id } })
    setSavedViews(data)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast.error(error.message)
  }
}

/** What colleagues open to see the same rows. */
async function copyLink(address: string) {
  await navigator.clipboard.writeText(window.location.origin + address)
  toast.success(m.admin_list_view_copied())
}
