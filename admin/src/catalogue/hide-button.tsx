import type { StockedProduct } from '@twende/contract/shop/product.ts'
import { call } from '@twende/ui/api/call.ts'
import { HideToggle } from './hide-toggle.tsx'

/** Takes a product out of the shop, or puts it back. */
export function HideButton({ product: { _id, name, hidden } }: { product: StockedProduct }) {
  const set = (hide: boolean) =>
    call('POST /api/admin/product/:productId/visibility', {
      params: { productId: _id },
      body: { hidden: hide },
    })
  return <HideToggle name={name} hidden={hidden} shownWords="in the shop" onSet={set} />
}
