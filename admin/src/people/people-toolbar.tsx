import { roleLabels } from '@twende/contract/accounts/account-rules.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import { Field, Select } from '@twende/ui/controls/field.tsx'
import { SearchInput } from '@twende/ui/list/search-input.tsx'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { ExportButton } from '../export-button.tsx'
import { useShortcuts } from '../listings/use-queue-keys.ts'
import { saveCsv } from '../save-csv.ts'
import { type PeopleSearch, readPeopleSearch } from './people-search.ts'

/** Whom to look for: by words or number, by role, by whether they are banned; an admin may take the list home. */
export function PeopleToolbar({ search }: { search: PeopleSearch }) {
  const { change } = useAddressSearch(readPeopleSearch)
  useShortcuts({ '/': () => document.querySelector<HTMLInputElement>('input[name="search"]')?.focus() })
  const isAdmin = useSession()?.owner?.role === 'admin'
  const { page: _, ...wish } = search
  return (
    <search
      className={classes(
        'mt-4 grid grid-cols-2 gap-3',
        isAdmin ? 'md:grid-cols-[minmax(0,1fr)_9rem_9rem_auto]' : 'md:grid-cols-[minmax(0,1fr)_11rem_11rem]',
      )}
    >
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
      {isAdmin && (
        <ExportButton
          className="col-span-2 md:col-span-1"
          save={() => saveCsv('GET /api/admin/people.csv', wish)}
        />
      )}
    </search>
  )
}
