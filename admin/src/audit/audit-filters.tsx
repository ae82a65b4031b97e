import type { Reply } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { DateInput, Field } from '@twende/ui/controls/field.tsx'
import { SearchInput } from '@twende/ui/list/search-input.tsx'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { Suspense, use } from 'react'
import { type AuditFilter, readAuditSearch } from './audit-search.ts'
import { subjectLabels } from './audit-words.ts'
import { Choose } from './choose.tsx'

type FoundAudit = Reply<'GET /api/admin/audit'>

type AuditFiltersProps = { search: AuditFilter; found: Promise<FoundAudit | string | null> }

/** What to look for: words, a person, an action, a kind of thing, days. */
export function AuditFilters({ search, found }: AuditFiltersProps) {
  const address = useAddressSearch(readAuditSearch)
  // Another wish begins with its newest entries.
  const change: typeof address.change = (changed) => address.change({ before: undefined, ...changed })
  const things = [...subjectLabels].map(([value, label]) => ({ value, label }))
  const inForce = Object.entries(search).some(([name, value]) => name !== 'before' && value !== undefined)
  return (
    <search className="mt-5 grid grid-cols-2 gap-3 lg:grid-cols-6">
      <Field label="Search the log" labelHidden className="col-span-2 lg:col-span-3">
        <SearchInput
          value={search.search ?? ''}
          placeholder="Words of a reason or a value"
          onSearch={(words) => change({ search: words })}
        />
      </Field>
      <Choose
        label="Thing"
        all="Every thing"
        value={search.subject}
        choices={things}
        onChoose={(subject) => change({ subject })}
      />
      <Suspense fallback={<WhoAndWhat search={search} audit={null} onChange={change} />}>
        <FoundWhoAndWhat search={search} found={found} onChange={change} />
      </Suspense>
      <Field label="From" className="lg:col-span-2">
        <DateInput
          value={search.fromDay ?? ''}
          onChange={({ target }) => change({ fromDay: target.value || undefined })}
        />
      </Field>
      <Field label="To" className="lg:col-span-2">
        <DateInput
          value={search.toDay ?? ''}
          onChange={({ target }) => change({ toDay: target.value || undefined })}
        />
      </Field>
      {inForce && (
        <Button variant="quiet" className="self-end justify-self-start" onClick={address.clear}>
          Clear filters
        </Button>
      )}
    </search>
  )
}

function FoundWhoAndWhat({
  found,
  ...rest
}: Omit<WhoAndWhatProps, 'audit'> & Pick<AuditFiltersProps, 'found'>) {
  const audit = use(found)
  return <WhoAndWhat {...rest} audit={typeof audit === 'string' ? null : audit} />
}

type WhoAndWhatProps = {
  search: AuditFilter
  audit: FoundAudit | null
  onChange: (changed: { staff?: string | undefined } | { action?: string | undefined }) => void
}

/** The choices that only the server knows; in their places from the start. */
function WhoAndWhat({ search, audit, onChange }: WhoAndWhatProps) {
  const people = audit?.people.map(({ _id, name }) => ({ value: _id, label: name }))
  const actions = audit?.actions.map(({ action, summary }) => ({ value: action, label: summary }))
  return (
    <>
      <Choose
        label="Person"
        all="Everybody"
        value={search.staff}
        choices={people ?? []}
        onChoose={(staff) => onChange({ staff })}
      />
      <Choose
        label="Action"
        className="col-span-2 lg:col-span-1"
        all="Every action"
        value={search.action}
        choices={actions ?? []}
        onChoose={(action) => onChange({ action })}
      />
    </>
  )
}
