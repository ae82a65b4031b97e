import { ApiError } from '@twende/contract/http/call.ts'
import type { StockedProduct } from '@twende/contract/shop/product.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { type SubmitEvent, useState } from 'react'
import { useRevalidator } from 'react-router'

/** How many pieces there are, changed on the spot; refused when somebody else changed it meanwhile. */
export function StockEditor({ product: { _id, name, onHand } }: { product: StockedProduct }) {
  const [typed, setTyped] = useState(String(onHand))
  const [pending, setPending] = useState(false)
  const { revalidate } = useRevalidator()
  const changed = typed !== String(onHand)

  async function save(event: SubmitEvent) {
    event.preventDefault()
    if (pending || !changed || typed === '') return
    setPending(true)
    try {
      const body = { onHand: Number(typed), was: onHand }
      const params = { productId: _id }
      const { message } = await call('POST /api/admin/product/:productId/stock', { params, body })
      toast.success(`${name}: ${message.toLowerCase()}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    }
    await revalidate()
    setPending(false)
  }
  return (
    <form onSubmit={save} className="flex items-end gap-2">
      <Field
        label={
          <>
            On the shelf<span className="sr-only">: {name}</span>
          </>
        }
        className="w-28"
      >
        <Input
          inputMode="numeric"
          name="onHand"
          maxLength={6}
          value={typed}
          onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
          className="figures"
        />
      </Field>
      <Button type="submit" variant="secondary" pending={pending} disabled={!changed || typed === ''}>
        Save
      </Button>
    </form>
  )
}
