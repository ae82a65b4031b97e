import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { classes } from '@twende/ui/controls/classes.ts'
import { EmptyState, LoadFailure } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { raceTimeout, useLatest } from '@twende/ui/loading/use-latest.ts'
import { ArrowLeft, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type MetaDescriptor, useLocation } from 'react-router'

const widths = {
  /** Lists and boards. */
  full: 'max-w-[100rem]',
  /** Forms, and one thing with all about it. */
  reading: 'max-w-4xl',
}

type PageProps = {
  width?: keyof typeof widths
  title?: string | undefined
  /** Keeps the title for screen readers on phones. */
  titleHidden?: boolean | undefined
  /** What the page is for, under its title. */
  intro?: ReactNode
  /** What can be begun here, beside the title. */
  action?: ReactNode
  /** The list that this page was opened from; it opens with the filters that it had. */
  back?: { to: string; label: string }
  children: ReactNode
}

/** The frame of an admin page: one of two widths, always at the same left edge. */
export function Page({ width = 'full', title, titleHidden, intro, action, back, children }: PageProps) {
  return (
    <div className={widths[width]}>
      {back && <BackLink {...back} />}
      {title !== undefined && (
        <div className={classes('flex flex-wrap justify-between gap-3', !intro && 'items-center')}>
          <div className={intro ? 'min-w-0 flex-1 basis-64' : undefined}>
            <h1 className={classes('text-3xl', titleHidden && 'max-lg:sr-only')}>{title}</h1>
            {intro && <div className="mt-1 max-w-prose text-soft">{intro}</div>}
          </div>
          {action && <div>{action}</div>}
        </div>
      )}
      {children}
    </div>
  )
}

function BackLink({ to, label }: { to: string; label: string }) {
  const { search } = useLocation()
  return (
    <Link to={to + search} className="mb-2 inline-flex min-h-11 items-center gap-2 font-semibold no-print">
      <ArrowLeft aria-hidden="true" className="size-5" />
      {label}
    </Link>
  )
}

type PageContentProps<Answer> = {
  page: Loaded<Answer> | Promise<Loaded<Answer>>
  /** What is said when the thing of the address does not exist. */
  missing?: { code: string; title: string; text?: string }
  children: (answer: Answer) => ReactNode
}

/** What `loadForPage` brings: the content, its shape meanwhile, or why it cannot be shown. */
export function PageContent<Answer>({ page, missing, children }: PageContentProps<Answer>) {
  const { shown } = useLatest(page)
  if (!shown) return <PageSkeleton />
  if (!shown.failed) return children(shown.answer)
  const { code, message } = shown.failed
  if (missing && (code === missing.code || code === 'invalid')) {
    return (
      <EmptyState as="h1" icon={<SearchX />} title={missing.title}>
        {missing.text}
      </EmptyState>
    )
  }
  return <LoadFailure message={message} />
}

/** One thing while it is on its way. */
export function PageSkeleton() {
  return (
    <div className="mt-5 grid gap-5">
      <LoadingNote>{m.admin_common_loading()}</LoadingNote>
      <Skeleton className="h-24 max-w-md" />
      <Skeleton className="h-56 rounded-lg" />
      <Skeleton className="h-56 rounded-lg" />
    </div>
  )
}

/** Title of an admin page; no search engine lists it. */
export function pageTitle(title?: string): MetaDescriptor[] {
  return [
    { title: title ? m.admin_common_page_title({ title }) : m.admin_common_app_title() },
    { name: 'robots', content: 'noindex' },
  ]
}

/** What a page shows, or why it cannot. */
export type Loaded<Answer> =
  | { answer: Answer; failed?: undefined }
  | { answer?: undefined; failed: { code: ApiError['code']; message: string } }

/** These refusals are about who asks, and not about the page: the frame answers them. */
const aboutPerson: ReadonlySet<ApiError['code']> = new Set(['not_signed_in', 'right_needed'])

/** Loads what a page shows: at once if it comes quickly, else behind a skeleton. An error of the API is shown on the page. */
export function loadForPage<Answer>(asked: Promise<Answer>) {
  return raceTimeout(
    asked.then(
      (answer): Loaded<Answer> => ({ answer }),
      (error: unknown): Loaded<Answer> => {
        if (!(error instanceof ApiError) || aboutPerson.has(error.code)) throw error
        return { failed: { code: error.code, message: error.message } }
      },
    ),
  )
}
