import type { DeliveryAddress } from '@twende/contract/shop/order.ts'
import type { OrderChannel } from '@twende/contract/shop/shop-choices.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { StickyBar } from '@twende/ui/controls/sticky-bar.tsx'
import { bringToaster } from '@twende/ui/controls/toast-host.tsx'
import { OrderItems } from '@twende/ui/shop/order-items.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { WhatsappMark } from '../frame/whatsapp-button.tsx'
import { type CartLine, shortageOf, wishedItems } from './cart-lines.ts'
import { ShortNote } from './cart-short-note.tsx'
import { ORDER_LAYOUT } from './order-layout.ts'
import { OrderProblem } from './order-problem.tsx'
import { TotalsLines, totalsOf } from './order-totals.tsx'
import { addressFields, addressProblems, keepAddress, trimmed } from './place-order-address.ts'
import { AddressFields } from './place-order-fields.tsx'
import type { usePlaceOrder } from './use-place-order.ts'

type PlaceOrderFormProps = {
  owner: string
  first: DeliveryAddress
  lines: readonly CartLine[]
  order: ReturnType<typeof usePlaceOrder>
}

/** Where the order goes, what it costs, and the two ways to place it. */
export function PlaceOrderForm({ owner, first, lines, order }: PlaceOrderFormProps) {
  const [address, setAddress] = useState(first)
  const [tried, setTried] = useState(false)
  const [channel, setChannel] = useState<OrderChannel>('mpesa')
  const form = useRef<HTMLFormElement>(null)
  const all = addressProblems(address)
  const totals = totalsOf(lines)
  const paying = order.placing && channel === 'mpesa'
  useEffect(() => {
    bringToaster().catch(() => {})
  }, [])

  function change(next: DeliveryAddress) {
    setAddress(next)
    keepAddress(owner, next)
  }
  function send(by: OrderChannel) {
    setTried(true)
    const wrong = addressFields.find((field) => all[field])
    if (wrong) return form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    setChannel(by)
    const items = wishedItems(lines)
    void order.place({ by: 'form', channel: by, address: trimmed(address), items, amount: totals.total })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send('mpesa')
  }
  return (
    <form ref={form} noValidate aria-label="Delivery Information" onSubmit={submit}>
      <div className={ORDER_LAYOUT}>
        <section aria-labelledby="delivery" className="panel p-5 sm:p-6">
          <h2 id="delivery" className="mb-5 text-xl">
            Delivery Information
          </h2>
          <AddressFields address={address} problems={tried ? all : {}} onChange={change} />
        </section>
        <section aria-labelledby="order-totals" className="panel grid gap-5 p-5 lg:sticky lg:top-24">
          <h2 id="order-totals" className="text-xl">
            Your order
          </h2>
          <OrderItems items={lines.map(({ product, quantity }) => ({ ...product, quantity }))} />
          <div className="border-t border-line pt-5">
            <TotalsLines totals={totals} />
          </div>
          {lines.some((line) => shortageOf(line)) && <ShortNote />}
          <div className="grid gap-3">
            <div className="hidden md:block">
              <Button type="submit" wide pending={paying}>
                Lipa na Mpesa
              </Button>
            </div>
            <Button
              wide
              variant="secondary"
              pending={order.placing && channel === 'whatsapp'}
              icon={<WhatsappMark className="size-5" />}
              onClick={() => send('whatsapp')}
            >
              Order via WhatsApp
            </Button>
            <OrderProblem problem={order.problem} />
          </div>
          <p className="text-sm text-soft">
            We keep the pieces for you for up to 30 minutes while you pay by M-Pesa, up to two hours while we
            agree in a chat.
          </p>
        </section>
      </div>
      <StickyBar className="mt-6 justify-between md:hidden">
        <Price ksh={totals.total} />
        <Button type="submit" pending={paying}>
          Lipa na Mpesa
        </Button>
      </StickyBar>
    </form>
  )
}
