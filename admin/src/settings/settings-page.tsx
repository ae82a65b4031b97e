import { call } from '@twende/ui/api/call.ts'
import { LoadFailure } from '@twende/ui/controls/load-failure.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { useArrived } from '@twende/ui/loading/use-arrived.ts'
import { useState } from 'react'
import { pageTitle } from '../page-title.ts'
import { bringRoom } from '../room-page.ts'
import type { Route } from './+types/settings-page'
import { SettingsForm } from './settings-form.tsx'

const loadSettings = () => call('GET /api/admin/settings', {}).then(({ data }) => data)

export const clientLoader = () => bringRoom(loadSettings())

export const meta = () => pageTitle('Settings')

/** How the business is set up; staff looks, an admin changes. */
export default function SettingsPage({ loaderData: { page } }: Route.ComponentProps) {
  const { shown } = useArrived(page)
  const [kept, keep] = useState(shown?.answer)
  // The form stays when reading again fails: what is typed in it is nowhere else.
  if (shown?.answer && shown.answer !== kept) keep(shown.answer)
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="text-3xl">Settings</h1>
      <p className="mt-2 text-soft">What is saved here holds at once, on every page, without a restart.</p>
      {kept && <SettingsForm settings={kept} />}
      {!kept && shown && <LoadFailure message="Failed to load the settings" />}
      {!kept && !shown && <SettingsSkeleton />}
    </div>
  )
}

function SettingsSkeleton() {
  return (
    <div className="mt-6 grid gap-5">
      <LoadingNote>Loading the settings</LoadingNote>
      <Skeleton className="h-56" />
      <Skeleton className="h-56" />
      <Skeleton className="h-56" />
    </div>
  )
}
