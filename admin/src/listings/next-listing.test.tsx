import { screen } from '@testing-library/react'
import type { AdminListing } from '@twende/contract/listings/listing.ts'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { loadedPage } from '@twende/ui/testing/loaded-page.ts'
import { ownListing } from '@twende/ui/testing/own-listing.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { type RouteObject, useOutletContext } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import ListingsPage, { clientLoader } from './listings-page.tsx'

const listing = (_id: string, name: string): AdminListing => ({
  ...ownListing,
  _id,
  name,
  owner: {
    _id: 's1',
    name: 'Achieng Otieno',
    email: 'achieng@example.com',
    memberSince: '2025-01-01T00:00:00Z',
    banned: false,
    listings: 2,
  },
  paymentProof: null,
  guide: null,
  reports: [],
  events: [],
  changed: [],
  editWarnings: [],
})
const vitz = listing('a', 'Toyota Vitz')
const demio = listing('b', 'Mazda Demio')

function Chosen() {
  const { next } = useOutletContext<{ next: string | undefined }>()
  return <p>Then comes {next ?? 'the same one'}</p>
}

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
})

test.each([
  ['?queue=verification', '/admin/listings/b?queue=verification'],
  ['?queue=all', 'the same one'],
])(
  'after a decision the next listing of a queue comes, and in the list of all the same one stays: %s',
  async (queue, next) => {
    fakeApi({
      'GET /api/admin/listings': () => ({
        success: true,
        data: [vitz, demio],
        whose: null,
        counts: { payment: 0, verification: 2, reported: 0, suspended: 0 },
        pagination: { page: 1, limit: 20, total: 2, pages: 1 },
      }),
    })
    const children = [{ path: ':listingId', Component: Chosen }]
    renderRoutes(
      [{ ...loadedPage('/admin/listings', ListingsPage, clientLoader), children } as RouteObject],
      `/admin/listings/a${queue}`,
    )
    expect(await screen.findByText(`Then comes ${next}`)).toBeTruthy()
  },
)
