import { CallRefused } from '@twende/contract/http/call.ts'
import type { StockedProduct } from '@twende/contract/shop/product.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

/** Takes a product out of the shop, or puts it back; a toast undoes it. */
export function HideButton({ product: { _id, name, hidden } }: { product: StockedProduct }) {
  const [pending, setPending] = useState(false)
  const { revalidate } = useRevalidator()

  async function set(hide: boolean, undone = false) {
    setPending(true)
    try {
      const params = { productId: _id }
      await call('POST /api/admin/product/:productId/visibility', { params, body: { hidden: hide } })
      const words = `${name} is ${hide ? 'hidden' : 'in the shop'}`
      if (undone) toast.info(words)
      else toast.undoable(words, () => void set(!hide, true))
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      toast.error(error.message)
    }
    await revalidate()
    setPending(false)
  }
  return (
    <Button
      size="sm"
      variant="quiet"
      pending={pending}
      aria-label={`${hidden ? 'Show' : 'Hide'} ${name}`}
      onClick={() => void set(!hidden)}
    >
      {hidden ? 'Show' : 'Hide'}
    </Button>
  )
}
