import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { m } from '@twende/messages'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { useLoaderData } from 'react-router'
import { expect, test } from 'vitest'
import AddendumPage, { clientLoader } from './addendum-page.tsx'

const token = `0198a000-0000-7000-8000-000000000001.1.${'a'.repeat(43)}`
const paper = {
  language: 'sw',
  title: 'Nyongeza ya mkataba',
  sections: [{ title: 'Badiliko 1', blocks: [{ kind: 'text', text: 'Siku 3' }] }],
  declaration: 'Mkataba unaendelea.',
} as const

function Page() {
  const props: Parameters<typeof AddendumPage>[0] = { loaderData: useLoaderData() } as never
  return <AddendumPage {...props} />
}

function show(shown: string) {
  let acceptedAt: string | null = null
  const requests = fakeApi({
    'GET /api/addendum/:token': ({ path }) =>
      path.endsWith(token)
        ? ({ success: true, acceptedAt, paper: acceptedAt ? null : paper } as never)
        : refusalWith(404, 'agreement_not_found', m.error_agreement_not_found()),
    'POST /api/addendum/:token/accept': () => {
      acceptedAt = '2026-11-20T09:00:00Z'
      return { success: true, message: m.answer_addendum_accepted() }
    },
  })
  const routes = [{ path: '/addendum/:token', loader: clientLoader as never, Component: Page }]
  renderRoutes(routes, `/addendum/${shown}`)
  return () => requests.filter(({ name }) => name.startsWith('POST'))
}

test('a change is read in the language of its agreement, and accepted with a name', async () => {
  const sent = show(token)
  expect((await screen.findByText('Nyongeza ya mkataba')).getAttribute('lang')).toBe('sw')
  expect(screen.getByText('Siku 3')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: m.addendum_page_accept() }))
  expect(await screen.findByText(m.validation_signer_name())).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox'), 'Wanjiku Achieng')
  await userEvent.click(screen.getByRole('button', { name: m.addendum_page_accept() }))
  expect(await screen.findByText(/^This change was accepted 20 Nov 2026/)).toBeTruthy()
  expect(sent().map(({ body }) => body)).toEqual([{ name: 'Wanjiku Achieng' }])
})

test('a link that leads nowhere says so, and asks for nothing', async () => {
  show(`${token.slice(0, -1)}b`)
  expect(await screen.findByText(m.addendum_page_missing_title())).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
