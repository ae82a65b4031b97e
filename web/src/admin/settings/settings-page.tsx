import { Suspense } from 'react'
import { Await, useRevalidator } from 'react-router'
import { call } from '../../api.ts'
import { pageMeta } from '../../frame/page-meta.ts'
import { links } from '../../links.ts'
import { ErrorState } from '../../ui/page-states.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import type { Route } from './+types/settings-page'
import { SettingsForm } from './settings-form.tsx'

/** The answer is awaited on the page, which shows its shape meanwhile. */
export function clientLoader() {
  const found = call('GET /api/admin/settings', {})
  // Somebody who is gone before the answer misses nothing by its failure.
  found.catch(() => {})
  return { found }
}

export type LoadedSettings = Awaited<ReturnType<typeof clientLoader>['found']>['data']

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Settings: console',
    description: 'How the business is set up.',
    path: links.adminPage('settings'),
    hidden: true,
    matches,
  })

/** How the business is set up; staff looks, an admin changes. */
export default function SettingsPage({ loaderData: { found } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="text-3xl">Settings</h1>
      <p className="mt-2 text-soft">What is saved here holds at once, on every page, without a restart.</p>
      <Suspense fallback={<SettingsSkeleton />}>
        <Await
          resolve={found}
          errorElement={
            <ErrorState message="Failed to load the settings" onRetry={() => void revalidate()} />
          }
        >
          {({ data }) => <SettingsForm settings={data} />}
        </Await>
      </Suspense>
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
