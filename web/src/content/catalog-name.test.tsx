import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { CatalogName, useNamedSearch } from './catalog-name.ts'

function Names() {
  const { category, location } = useNamedSearch('vehicle', { category: 'Luxury', location: 'Nairobi' })
  return (
    <>
      <h1>
        <CatalogName kind="vehicle" name="Luxury" />
      </h1>
      <h2>
        <CatalogName kind="product" name="Luxury" />
      </h2>
      <p>
        {category}, {location}
      </p>
    </>
  )
}

async function show(catalogNames: ReadonlyMap<string, string> | undefined) {
  const Stub = createRoutesStub([
    { id: 'root', path: '/', Component: Names, loader: () => ({ catalogNames }) },
  ])
  render(<Stub hydrationData={{ loaderData: { root: { catalogNames } } }} />)
  await screen.findByRole('heading', { level: 1 })
  return screen
}

test('a category has its name in the language of the page; what is not translated keeps its own', async () => {
  await show(new Map([['vehicleLuxury', 'Gari la kifahari']]))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Gari la kifahari')
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Luxury')
  expect(screen.getByText('Gari la kifahari, Nairobi')).toBeTruthy()
})

test('where nothing is translated, names are those that staff gave', async () => {
  await show(undefined)
  expect(screen.getByText('Luxury, Nairobi')).toBeTruthy()
})
