import { Button } from '@twende/ui/controls/button.tsx'
import { Field, Input, Select } from '@twende/ui/controls/field.tsx'
import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { links } from '../links.ts'

/** Finds a car to rent by its name and category; works before scripts do. */
export function SearchBox({ categories }: { categories: readonly string[] }) {
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wish = new FormData(event.currentTarget)
    void navigate(
      links.rent({
        search: String(wish.get('search') ?? '').trim(),
        category: String(wish.get('category') ?? ''),
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
        <Field label="Car Name">
          <Input
            name="search"
            type="search"
            placeholder="Prado, Fielder, X-Trail"
            autoComplete="off"
            maxLength={100}
          />
        </Field>
        <Field label="Category">
          <Select name="category" defaultValue="">
            <option value="">All categories</option>
            {categories.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </Select>
        </Field>
        <Button type="submit" icon={<Search aria-hidden="true" className="size-5" />}>
          Search Cars
        </Button>
      </form>
    </search>
  )
}
