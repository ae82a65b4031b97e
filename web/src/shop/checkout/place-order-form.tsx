import { showMinutes } from '@twende/contract/bookings/cancellation-format.ts'
import { networkHint } from '@twende/contract/payments/phone-number.ts'
import type { DeliveryAddress } from '@twende/contract/shop/delivery-address.ts'
import type { OrderChannel } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Checkbox } from '@twende/ui/controls/field.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { StickyBar } from '@twende/ui/controls/sticky-bar.tsx'
import { bringToaster } from '@twende/ui/controls/toast-host.tsx'
import { Form, TextField } from '@twende/ui/form/fields.tsx'
import { type AppForm, useAppForm } from '@twende/ui/form/use-app-form.ts'
import { OrderItems } from '@twende/ui/shop/order-display.tsx'
import { type ComponentProps, useEffect, useEffectEvent } from 'react'
import { WhatsappMark } from '../../frame/whatsapp-mark.tsx'
import { type CartLine, orderedItems, shortageOf, totalsOf } from '../cart/cart-lines.ts'
import { ORDER_LAYOUT, OrderProblem, ShortNote, TotalsLines } from './order-parts.tsx'
import {
  type AddressField,
  missingFields,
  saveAddress,
  type TypedAddress,
  trimmed,
} from './place-order-address.ts'
import type { usePlaceOrder } from './use-place-order.ts'

const shapes: readonly Shape[] = [
  { name: 'firstName', label: m.checkout_first_name, autoComplete: 'given-name', maxLength: 60 },
  { name: 'lastName', label: m.checkout_last_name, autoComplete: 'family-name', maxLength: 60 },
  {
    name: 'email',
    label: m.common_email,
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    maxLength: 254,
    autoCapitalize: 'none',
    spellCheck: false,
    wide: true,
  },
  { name: 'street', label: m.checkout_street, autoComplete: 'street-address', maxLength: 120, wide: true },
  { name: 'city', label: m.checkout_city, autoComplete: 'address-level2', maxLength: 80 },
  { name: 'state', label: m.checkout_county, autoComplete: 'address-level1', maxLength: 80 },
  { name: 'zipcode', label: m.checkout_postal_code, autoComplete: 'postal-code', maxLength: 20 },
  { name: 'country', label: m.checkout_country, autoComplete: 'country-name', maxLength: 60 },
  {
    name: 'phone',
    label: m.checkout_phone,
    type: 'tel',
    inputMode: 'tel',
    autoComplete: 'tel',
    maxLength: 40,
    placeholder: '0712 345 678',
    wide: true,
  },
]

const loadSchema = () =>
  import('@twende/contract/shop/delivery-address.ts').then((module) => module.DeliveryAddress)

type Values = TypedAddress & { channel: OrderChannel }

type PlaceOrderFormProps = {
  owner: string
  first: DeliveryAddress
  lines: readonly CartLine[]
  order: ReturnType<typeof usePlaceOrder>
}

/** Where the order goes, what it costs, and the two ways to place it. */
export function PlaceOrderForm({ owner, first, lines, order }: PlaceOrderFormProps) {
  const totals = totalsOf(lines)
  const form = useAppForm<Values, DeliveryAddress>({
    // An address that was used without a last name is that of somebody with one name.
    defaultValues: { ...first, oneName: first.street !== '' && first.lastName === '', channel: 'mpesa' },
    bodyOf: ({ channel: _, oneName: __, ...address }) => trimmed(address),
    schema: loadSchema,
    check: missingFields,
    onSubmit: (address, { channel }) =>
      order.place({ by: 'form', channel, address, items: orderedItems(lines), amount: totals.total }),
  })
  const { setValue, submit } = form
  // At once after a button is pressed a chat may be opened, not later.
  const prepare = useEffectEvent(form.prepare)
  useEffect(() => {
    bringToaster().catch(() => {})
    prepare()
  }, [])
  async function sendToChat() {
    setValue('channel', 'whatsapp')
    await submit()
    setValue('channel', 'mpesa')
  }
  const payButton = { type: 'submit', pending: order.placing === 'mpesa' } as const
  return (
    <Form form={form} label={m.checkout_delivery()}>
      <div className={ORDER_LAYOUT}>
        <section aria-labelledby="delivery" className="panel p-5 sm:p-6">
          <h2 id="delivery" className="mb-5 text-xl">
            {m.checkout_delivery()}
          </h2>
          <AddressFields form={form} owner={owner} />
        </section>
        <section aria-labelledby="order-totals" className="panel grid gap-5 p-5 lg:sticky lg:top-24">
          <h2 id="order-totals" className="text-xl">
            {m.checkout_your_order()}
          </h2>
          <OrderItems items={lines.map(({ product, quantity }) => ({ ...product, quantity }))} />
          <div className="border-t border-line pt-5">
            <TotalsLines totals={totals} />
          </div>
          {lines.some((line) => shortageOf(line)) && <ShortNote />}
          <div className="grid gap-3">
            <div className="hidden md:block">
              <Button {...payButton} wide>
                {m.checkout_pay_button()}
              </Button>
            </div>
            <Button
              wide
              variant="secondary"
              pending={order.placing === 'whatsapp'}
              icon={<WhatsappMark className="size-5" />}
              onClick={() => void sendToChat()}
            >
              {m.cart_order_by_whatsapp()}
            </Button>
            <OrderProblem problem={order.problem} />
          </div>
          <HoldNote />
        </section>
      </div>
      <StickyBar className="mt-6 justify-between md:hidden">
        <Price ksh={totals.total} />
        <Button {...payButton}>{m.checkout_pay_button()}</Button>
      </StickyBar>
    </Form>
  )
}

type Shape = { name: AddressField; label: () => string; wide?: boolean } & Omit<
  ComponentProps<'input'>,
  'ref'
>

/** The nine fields of "Delivery Information", kept as they are typed. */
function AddressFields({ form, owner }: { form: AppForm<Values>; owner: string }) {
  const hasOneName = form.watch('oneName')
  const phoneHint = networkHint(form.watch('phone')) ?? m.checkout_phone_hint()
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      {shapes.map(({ name, label, wide, ...input }) => (
        <div key={name} className={wide ? 'sm:col-span-2' : ''}>
          <TextField
            {...input}
            form={form}
            name={name}
            label={label()}
            required={name !== 'lastName' || !hasOneName}
            disabled={name === 'lastName' && hasOneName}
            hint={name === 'phone' ? phoneHint : undefined}
            onChosen={() => saveAddress(owner, form.getValues())}
          />
          {name === 'lastName' && <OneName form={form} />}
        </div>
      ))}
    </div>
  )
}

/** Many people have one name only. */
function OneName({ form }: { form: AppForm<Values> }) {
  return (
    <Checkbox
      className="mt-2"
      checked={form.watch('oneName')}
      onChange={({ target }) => {
        form.setValue('oneName', target.checked)
        form.setValue('lastName', '')
        form.clearErrors('lastName')
      }}
      label={m.common_one_name_only()}
    />
  )
}

/** How long the items can be kept, by the settings; whether they are is said on the page to pay on. */
function HoldNote() {
  const { mpesa, whatsapp } = useSettings().orderHoldMinutes
  return (
    <p className="text-sm text-soft">
      {m.checkout_hold_note({ mpesa: showMinutes(mpesa), whatsapp: showMinutes(whatsapp) })}
    </p>
  )
}
