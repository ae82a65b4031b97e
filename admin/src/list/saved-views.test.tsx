import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { SavedView } from '@twende/contract/accounts/saved-view-routes.ts'
import { m } from '@twende/messages'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import { SavedViews } from './saved-views.tsx'

test('a filtered list is saved under a name, copied as a link, found from another list, and removed', async () => {
  const user = userEvent.setup({ delay: null })
  let views: SavedView[] = []
  const requests = fakeApi({
    'GET /api/user/saved-views': () => ({ success: true, data: views }),
    'PUT /api/user/saved-views': ({ body }) => {
      views = [{ _id: '0198a000-0000-7000-8000-000000000003', ...Object(body) }]
      return { success: true, data: views }
    },
    'POST /api/user/saved-view/:viewId/remove': () => ({ success: true, data: [] }),
  })
  const address = '/admin/orders?search=akinyi'
  const shown = (filtered: string | false) => {
    document.body.replaceChildren()
    return renderPage(
      <>
        <SavedViews address={filtered || '/admin/orders?queue=all'} filtered={filtered !== false} />
        <ToastHost />
      </>,
    )
  }
  shown(address)
  await user.click(screen.getByRole('button', { name: m.admin_list_view_copy() }))
  expect(await navigator.clipboard.readText()).toBe(window.location.origin + address)
  await user.click(screen.getByRole('button', { name: m.admin_list_view_save() }))
  const dialog = within(await screen.findByRole('dialog', { name: m.admin_list_view_save() }))
  await user.click(dialog.getByRole('button', { name: m.common_save() }))
  expect(await dialog.findByText(m.validation_view_name())).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('textbox')))
  await user.type(dialog.getByRole('textbox'), 'To pack for Akinyi')
  await user.click(dialog.getByRole('button', { name: m.common_save() }))
  const view = await screen.findByRole('link', { name: 'To pack for Akinyi' })
  expect(view.getAttribute('aria-current')).toBe('page')
  expect(screen.queryByRole('button', { name: m.admin_list_view_save() })).toBeNull()
  expect(requests.find(({ name }) => name.startsWith('PUT'))?.body).toEqual({
    name: 'To pack for Akinyi',
    list: 'orders',
    query: 'search=akinyi',
  })

  const router = shown(false)
  const found = await screen.findByRole('link', { name: 'To pack for Akinyi' })
  expect(found.getAttribute('aria-current')).toBeNull()
  await user.click(found)
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(address))

  shown(address)
  await user.click(
    await screen.findByRole('button', { name: m.admin_list_view_remove({ name: 'To pack for Akinyi' }) }),
  )
  await waitFor(() => expect(screen.queryByRole('link', { name: 'To pack for Akinyi' })).toBeNull())
})
