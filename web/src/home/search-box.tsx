import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { Field, Input, Select } from '@twende/ui/controls/field.tsx'
import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { useCatalogNames } from '../content/catalog-name.ts'
import { links } from '../links.ts'

/** Finds a car to rent by its name and category; works before scripts do. */
export function SearchBox({ categories }: { categories: readonly string[] }) {
  const nameOf = useCatalogNames()
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    void navigate(
      links.rent({
        search: String(fields.get('search') ?? '').trim(),
        category: String(fields.get('category') ?? ''),
      }),
    )
  }
  return (
    <search>
      <form
        action={links.rent()}
        onSubmit={submit}
        className="panel grid gap-4 p-4 shadow-lift sm:grid-cols-[1fr_1fr_auto] sm:items-end sm:p-5"
      >
        <Field label={m.home_search_name()}>
          <Input
            name="search"
            type="search"
            placeholder={m.home_search_placeholder()}
            autoComplete="off"
            maxLength={100}
          />
        </Field>
        <Field label={m.common_category()}>
          <Select name="category" defaultValue="">
            <option value="">{m.common_all_categories()}</option>
            {categories.map((category) => (
              <option key={category} value={category}>
                {nameOf('vehicle', category)}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" icon={<Search aria-hidden="true" className="size-5" />}>
          {m.home_search_button()}
        </Button>
      </form>
    </search>
  )
}
