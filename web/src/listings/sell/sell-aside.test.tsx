import { fireEvent, screen } from '@testing-library/react'
import { LISTING_PLANS } from '@twende/contract/settings/first-settings.ts'
import { m } from '@twende/messages'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import { SellAside } from './sell-aside.tsx'
import { newDraftFields } from './sell-draft.ts'

test('the preview of the advert says that this browser cannot show a photo, and never a broken picture', async () => {
  renderPage(
    <SellAside
      draft={{ ...newDraftFields({ thisYear: 2026, plans: LISTING_PLANS }), pictures: [] }}
      picture="blob:photo.heic"
      done={new Set()}
    />,
  )
  const advert = await screen.findByRole('complementary', { hidden: true })
  fireEvent.error(advert.querySelector('img') ?? expect.fail())
  expect(advert.querySelector('img')).toBe(null)
  expect(advert.textContent).toContain(m.picture_no_preview())
})
