import { networkHint } from '@twende/contract/payments/phone-number.ts'
import type { DeliveryAddress } from '@twende/contract/shop/order.ts'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import type { ComponentProps } from 'react'
import type { AddressField, AddressProblems } from './place-order-address.ts'

type AddressFieldsProps = {
  address: DeliveryAddress
  problems: AddressProblems
  onChange: (address: DeliveryAddress) => void
}

type Shape = { name: AddressField; label: string; wide?: boolean } & ComponentProps<'input'>

const shapes: readonly Shape[] = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name', maxLength: 60 },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name', maxLength: 60 },
  {
    name: 'email',
    label: 'Email',
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    maxLength: 254,
    autoCapitalize: 'none',
    spellCheck: false,
    wide: true,
  },
  { name: 'street', label: 'Street or estate', autoComplete: 'street-address', maxLength: 120, wide: true },
  { name: 'city', label: 'City or town', autoComplete: 'address-level2', maxLength: 80 },
  { name: 'state', label: 'County', autoComplete: 'address-level1', maxLength: 80 },
  { name: 'zipcode', label: 'Postal code', autoComplete: 'postal-code', maxLength: 20 },
  { name: 'country', label: 'Country', autoComplete: 'country-name', maxLength: 60 },
  {
    name: 'phone',
    label: 'M-Pesa number',
    type: 'tel',
    inputMode: 'tel',
    autoComplete: 'tel',
    maxLength: 40,
    placeholder: '0712 345 678',
    wide: true,
  },
]

/** The nine fields of "Delivery Information". */
export function AddressFields({ address, problems, onChange }: AddressFieldsProps) {
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      {shapes.map(({ name, label, wide, ...input }) => (
        <Field
          key={name}
          label={label}
          required
          error={problems[name]}
          hint={name === 'phone' ? (networkHint(address.phone) ?? 'This phone is asked to pay.') : undefined}
          className={wide ? 'sm:col-span-2' : ''}
        >
          <Input
            {...input}
            name={name}
            value={address[name]}
            onChange={({ target }) => onChange({ ...address, [name]: target.value })}
          />
        </Field>
      ))}
    </div>
  )
}
