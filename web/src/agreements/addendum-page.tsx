import { showInstant } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { AgreementText } from '@twende/ui/bookings/agreement-text.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote } from '@twende/ui/controls/skeleton.tsx'
import { TextField } from '@twende/ui/form/fields.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { CircleCheck, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/addendum-page'

const ACCEPT = 'POST /api/addendum/:token/accept'

/** Only in the browser: what it shows is for whoever was sent the link. */
export async function clientLoader({ params: { token } }: Route.ClientLoaderArgs) {
  try {
    return { token, found: await call('GET /api/addendum/:token', { params: { token } }) }
  } catch (error) {
    // Something that is no link of ours is refused as invalid.
    if (error instanceof ApiError && (error.code === 'agreement_not_found' || error.code === 'invalid'))
      return { token, found: undefined }
    throw error
  }
}

export const meta: Route.MetaFunction = ({ matches, params: { token = '' } }) =>
  pageMeta({
    title: m.addendum_page_title(),
    description: m.addendum_page_lead(),
    path: links.addendum(token),
    hidden: true,
    matches,
  })

export function HydrateFallback() {
  return (
    <Frame>
      <LoadingNote>{m.addendum_page_loading()}</LoadingNote>
    </Frame>
  )
}

/** A change of a rental whose car is out, read and accepted by whoever was sent its link. */
export default function AddendumPage({ loaderData: { token, found } }: Route.ComponentProps) {
  if (!found)
    return (
      <Frame>
        <EmptyState icon={<SearchX />} title={m.addendum_page_missing_title()}>
          {m.addendum_page_missing_text()}
        </EmptyState>
      </Frame>
    )
  const { acceptedAt, paper } = found
  if (acceptedAt !== null || !paper)
    return (
      <Frame>
        <p role="status" className="mt-6 flex items-center gap-3 text-lg">
          <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-acacia" />
          {m.addendum_page_accepted({ at: showInstant(acceptedAt ?? '') })}
        </p>
      </Frame>
    )
  return (
    <Frame>
      <p className="mt-5 text-lg text-soft">{m.addendum_page_lead()}</p>
      <div className="panel mt-6 p-5">
        <h2 lang={paper.language} translate="no" className="mb-4 text-xl">
          {paper.title}
        </h2>
        <AgreementText {...paper} />
        <p lang={paper.language} translate="no" className="mt-5 font-semibold">
          {paper.declaration}
        </p>
      </div>
      <Accept token={token} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Container narrow className="py-8 lg:py-16">
      <h1 className="headline">{m.addendum_page_title()}</h1>
      {children}
    </Container>
  )
}

function Accept({ token }: { token: string }) {
  const { revalidate } = useRevalidator()
  const form = useAppForm({
    defaultValues: { name: '' },
    check: ({ name }) => ({ name: name.trim() === '' ? m.validation_signer_name() : undefined }),
    onSubmit: async (body) => {
      await call(ACCEPT, { params: { token }, body })
      await revalidate()
    },
  })
  return (
    <form
      ref={form.ref}
      noValidate
      className="mt-6 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <TextField form={form} name="name" label={m.addendum_page_name()} autoComplete="name" required />
      <p role="alert" className="text-clay-deep">
        {form.refusal}
      </p>
      <Button type="submit" pending={form.pending} className="justify-self-start">
        {m.addendum_page_accept()}
      </Button>
    </form>
  )
}
