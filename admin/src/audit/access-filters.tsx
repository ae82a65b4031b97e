import type { Reply } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { DateInput, Field } from '@twende/ui/controls/field.tsx'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { Suspense, use } from 'react'
import { type AccessRecordFilter, readAccessSearch } from './access-search.ts'
import { actionLabel } from './access-words.ts'
import { Choose } from './choose.tsx'

type FoundAccess = Reply<'GET /api/admin/access-records'>

type AccessFiltersProps = { search: AccessRecordFilter; found: Promise<FoundAccess | string | null> }
type Change = (changed: Partial<AccessRecordFilter>) => void

/** What to look for: a person of staff, a kind of look, exports alone, days. */
export function AccessFilters({ search, found }: AccessFiltersProps) {
  const address = useAddressSearch(readAccessSearch)
  // Another filter begins with its newest records.
  const change: Change = (changed) => address.change({ before: undefined, ...changed })
  const inForce = Object.entries(search).some(([name, value]) => name !== 'before' && value !== undefined)
  return (
    <search className="mt-5 grid grid-cols-2 gap-3 lg:grid-cols-6">
      <Suspense fallback={<WhoAndWhat search={search} access={null} onChange={change} />}>
        <FoundWhoAndWhat search={search} found={found} onChange={change} />
      </Suspense>
      <Choose
        label="Kind"
        className="col-span-2"
        all="Views and exports"
        value={search.exports}
        choices={[{ value: 'only', label: 'Exports only' }]}
        onChoose={(value) => change({ exports: value === 'only' ? 'only' : undefined })}
      />
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

type WhoAndWhatProps = { search: AccessRecordFilter; access: FoundAccess | null; onChange: Change }

function FoundWhoAndWhat({
  found,
  ...rest
}: Omit<WhoAndWhatProps, 'access'> & Pick<AccessFiltersProps, 'found'>) {
  const access = use(found)
  return <WhoAndWhat {...rest} access={typeof access === 'string' ? null : access} />
}

/** The choices that only the server knows; in their places from the start. */
function WhoAndWhat({ search, access, onChange }: WhoAndWhatProps) {
  const people = access?.people.map(({ _id, name }) => ({ value: _id, label: name }))
  const actions = access?.actions.map((choice) => ({ value: choice.action, label: actionLabel(choice) }))
  return (
    <>
      <Choose
        label="Person"
        className="lg:col-span-2"
        all="Everybody"
        value={search.staff}
        choices={people ?? []}
        onChoose={(staff) => onChange({ staff })}
      />
      <Choose
        label="What was opened"
        className="lg:col-span-2"
        all="Everything"
        value={search.action}
        choices={actions ?? []}
        onChoose={(action) => onChange({ action })}
      />
    </>
  )
}
