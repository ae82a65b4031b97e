import type { AgreementCheck } from '@twende/contract/agreements/agreement-routes.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { agreementTitle } from '@twende/ui/bookings/agreement-titles.ts'
import { Facts } from '@twende/ui/controls/facts.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote } from '@twende/ui/controls/skeleton.tsx'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { FileButton } from '@twende/ui/pictures/picture-adder.tsx'
import { FileSearch, SearchX } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/check-agreement-page'

/** Only in the browser: the server renders one page for every number, and the API counts who asks for them. */
export async function clientLoader({ params: { number } }: Route.ClientLoaderArgs) {
  try {
    // A number that was typed may be in small letters.
    const params = { number: number.trim().toUpperCase() }
    return { found: (await call('GET /api/agreement/:number', { params })).data }
  } catch (error) {
    // Something that is no number is refused as invalid.
    if (error instanceof ApiError && (error.code === 'agreement_not_found' || error.code === 'invalid'))
      return { found: undefined }
    throw error
  }
}

export const meta: Route.MetaFunction = ({ matches, params: { number = '' } }) =>
  pageMeta({
    title: m.check_agreement_title(),
    description: m.check_agreement_lead(),
    path: links.checkAgreement(number),
    hidden: true,
    matches,
  })

export function HydrateFallback() {
  return (
    <Frame>
      <LoadingNote>{m.check_agreement_loading()}</LoadingNote>
    </Frame>
  )
}

/** Whether a file is the agreement that was made under a number. */
export default function CheckAgreementPage({ loaderData: { found } }: Route.ComponentProps) {
  if (!found) {
    return (
      <Frame>
        <NoAgreement />
      </Frame>
    )
  }
  return (
    <Frame>
      <p className="mt-5 text-lg text-soft">{m.check_agreement_lead()}</p>
      <CheckFile agreement={found} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Container narrow className="py-8 lg:py-16">
      <h1 className="headline">{m.check_agreement_title()}</h1>
      {children}
    </Container>
  )
}

function NoAgreement() {
  return (
    <EmptyState icon={<SearchX />} title={m.check_agreement_missing_title()}>
      {m.check_agreement_missing_text()}
    </EmptyState>
  )
}

type Result = { file: string; isSame: boolean } | { problem: string }

function CheckFile({ agreement }: { agreement: AgreementCheck }) {
  const { number, madeAt, renter, staff } = agreement
  const [result, setResult] = useState<Result>()
  const check = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The same file may be chosen again.
    target.value = ''
    if (!file) return
    setResult(undefined)
    setResult(
      await checkFile(number, file).catch((error: unknown) => ({ problem: asRefusal(error).message })),
    )
  }
  return (
    <>
      <div className="panel mt-8 p-5">
        <Facts
          wide
          rows={[
            [m.check_agreement_number(), number],
            [m.check_agreement_kind(), agreementTitle(agreement)],
            [m.check_agreement_made_at(), showInstant(madeAt)],
            [m.check_agreement_renter(), renter],
            [m.check_agreement_staff(), staff],
          ]}
        />
      </div>
      <div className="mt-6">
        <FileButton
          id="file"
          name="file"
          accept="application/pdf"
          primary
          icon={<FileSearch aria-hidden="true" className="size-5" />}
          words={m.check_agreement_choose()}
          onChange={(event) => void check(event)}
        />
        <p className="mt-3 text-sm text-soft">{m.check_agreement_private()}</p>
      </div>
      <div role="status" className="mt-6">
        {result && <ResultPanel result={result} />}
      </div>
    </>
  )
}

function ResultPanel({ result }: { result: Result }) {
  if ('problem' in result) return <p className="rounded-lg bg-clay-tint p-5">{result.problem}</p>
  const { file, isSame } = result
  return (
    <div className={isSame ? 'rounded-lg bg-acacia-tint p-5' : 'rounded-lg bg-clay-tint p-5'}>
      <p className="text-lg font-semibold">
        {isSame ? m.check_agreement_same() : m.check_agreement_different()}
      </p>
      <p className="mt-1 text-sm" translate="no">
        {file}
      </p>
    </div>
  )
}

/** Computes the hash of the file here, and asks whether it is that of the agreement: the file is not sent. */
async function checkFile(number: string, file: File): Promise<Result> {
  // Browsers have it on encrypted pages only.
  if (!globalThis.crypto?.subtle) return { problem: m.check_agreement_insecure() }
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (!bytes) return { problem: m.check_agreement_unreadable() }
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const { data } = await call('GET /api/agreement/:number', { params: { number }, query: { hash } })
  return { file: file.name, isSame: data.isSame === true }
}
