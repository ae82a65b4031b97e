import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { DateInput } from '@twende/ui/controls/date-input.tsx'
import { Field, Select } from '@twende/ui/controls/field.tsx'
import { FilterChips } from '@twende/ui/list/filter-chips.tsx'
import { SearchInput } from '@twende/ui/list/search-input.tsx'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { type CsvRoute, ExportButton } from './export-button.tsx'

export type Choice = { value: string; label: string }

export type ListFilter = {
  /** Its name in the address. */
  name: string
  label: string
} & (
  | { day: true }
  | {
      choices: readonly Choice[] | (() => Promise<readonly Choice[]>)
      /** What is said of all rows; without it `Any`. */
      any?: string
    }
)

type Values = Readonly<Record<string, string | number | undefined>>

type ListFiltersProps = {
  search: { label: string; placeholder: string } | undefined
  filters: readonly ListFilter[]
  csv: CsvRoute | undefined
  values: Values
  onChange: (changed: Record<string, string | undefined>) => void
}

/** The search of a list, its filters, and the button that saves it as a file. More than two filters are behind a button. */
export function ListFilters({ search, filters, csv, values, onChange }: ListFiltersProps) {
  const inForce = filters.filter(({ name }) => values[name] !== undefined).length
  const [open, setOpen] = useState(inForce > 0)
  const panel = useId()
  const folded = filters.length > 2
  if (!search && filters.length === 0 && !csv) return null
  const fields = filters.map((filter) => (
    <FilterField key={filter.name} filter={filter} beside={!folded} values={values} onChange={onChange} />
  ))
  return (
    <search>
      <div className="mt-4 flex flex-wrap gap-3">
        {search && (
          <Field
            label={search.label}
            labelHidden
            // Alone, the button of the file stands beside it on a phone too.
            className={classes('min-w-0 flex-1 sm:basis-80', filters.length > 0 ? 'basis-full' : 'basis-40')}
          >
            <SearchInput
              value={String(values.search ?? '')}
              placeholder={search.placeholder}
              onSearch={(words) => onChange({ search: words })}
            />
          </Field>
        )}
        {!folded && fields}
        {folded && (
          <Button
            variant="secondary"
            icon={<SlidersHorizontal aria-hidden="true" className="size-5" />}
            aria-expanded={open}
            aria-controls={open ? panel : undefined}
            className="flex-1 sm:flex-none"
            onClick={() => setOpen(!open)}
          >
            {inForce > 0 ? m.admin_common_filters_used({ count: inForce }) : m.admin_common_filters()}
          </Button>
        )}
        {csv && <ExportButton csv={csv} filters={{ ...values, page: undefined }} />}
      </div>
      {folded && open && (
        <section
          id={panel}
          aria-label={m.admin_common_filters()}
          className="panel mt-3 grid gap-3 p-4 min-[25rem]:grid-cols-2 md:grid-cols-3 xl:grid-cols-6"
        >
          {fields}
          <Button
            variant="quiet"
            className="self-end justify-self-start"
            onClick={() => onChange(Object.fromEntries(filters.map(({ name }) => [name, undefined])))}
          >
            {m.admin_common_clear_filters()}
          </Button>
        </section>
      )}
    </search>
  )
}

type FilterFieldProps = Pick<ListFiltersProps, 'values' | 'onChange'> & {
  filter: ListFilter
  /** Stands beside the search, where its label is read out only. */
  beside: boolean
}

function FilterField({ filter, beside, values, onChange }: FilterFieldProps) {
  const { name, label } = filter
  const value = String(values[name] ?? '')
  const set = (next: string) => onChange({ [name]: next || undefined })
  return (
    <Field
      label={label}
      labelHidden={beside}
      className={classes(beside && 'flex-1 basis-52 sm:max-w-52 sm:flex-none sm:basis-auto')}
    >
      {'day' in filter ? (
        <DateInput value={value} onChange={({ target }) => set(target.value)} />
      ) : typeof filter.choices === 'function' ? (
        <LoadedChoices load={filter.choices} name={name} any={filter.any} value={value} onChoose={set} />
      ) : (
        <Choices choices={filter.choices} any={filter.any} value={value} onChoose={set} />
      )}
    </Field>
  )
}

type ChoicesProps = {
  choices: readonly Choice[]
  any: string | undefined
  value: string
  onChoose: (value: string) => void
}

function Choices({ choices, any = m.admin_list_any(), value, onChoose }: ChoicesProps) {
  return (
    <Select value={value} onChange={({ target }) => onChoose(target.value)}>
      <option value="">{any}</option>
      {value !== '' && !choices.some((choice) => choice.value === value) && (
        <option value={value}>{m.admin_list_other_choice()}</option>
      )}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  )
}

type LoadedChoicesProps = Omit<ChoicesProps, 'choices'> & {
  name: string
  load: () => Promise<readonly Choice[]>
}

function LoadedChoices({ name, load, ...rest }: LoadedChoicesProps) {
  const { answer } = useAnswer(name, load)
  return <Choices {...rest} choices={answer.value ?? []} />
}

type AccountFilterProps = {
  /** The name of the account; null where there is none with this id, undefined until it is known. */
  name: string | null | undefined
  onDrop: () => void
}

/** Says that a list is one person's, and leads to everybody's. */
export function AccountFilter({ name, onDrop }: AccountFilterProps) {
  const label =
    name === undefined
      ? m.admin_common_account_filter_loading()
      : name === null
        ? m.admin_common_account_filter_unknown()
        : m.admin_common_account_filter({ name })
  return (
    <div className="mt-3">
      <FilterChips chips={[{ name: 'accountId', label }]} onDrop={onDrop} onClear={undefined} />
    </div>
  )
}
