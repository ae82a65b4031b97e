import { roleLabels } from '@twende/contract/accounts/people-rules.ts'
import { Field, Select } from '../../ui/field.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useAddressSearch } from '../../ui/use-address-search.ts'
import { useShortcuts } from '../listings/use-queue-keys.ts'
import { type PeopleSearch, readPeopleSearch } from './people-search.ts'

/** Whom to look for: by words or number, by role, by whether they are banned. */
export function PeopleToolbar({ search }: { search: PeopleSearch }) {
  const { change } = useAddressSearch(readPeopleSearch)
  useShortcuts({ '/': () => document.querySelector<HTMLInputElement>('input[name="search"]')?.focus() })
  return (
    <search className="mt-4 grid grid-cols-2 gap-3 md:grid-cols-[minmax(0,1fr)_11rem_11rem]">
      <Field label="Search people" labelHidden className="col-span-2 md:col-span-1">
        <SearchInput
          value={search.search ?? ''}
          placeholder="Name, email or phone"
          onSearch={(words) => change({ search: words })}
        />
      </Field>
      <Field label="Role" labelHidden>
        <Select
          value={search.role ?? ''}
          onChange={({ target }) => change({ role: target.value || undefined })}
        >
          <option value="">Every role</option>
          {Object.entries(roleLabels).map(([role, label]) => (
            <option key={role} value={role}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="State" labelHidden>
        <Select
          value={search.state ?? 'all'}
          onChange={({ target }) => change({ state: target.value === 'all' ? undefined : target.value })}
        >
          <option value="all">All accounts</option>
          <option value="open">Open</option>
          <option value="banned">Banned</option>
        </Select>
      </Field>
    </search>
  )
}
