import { showPhone } from '@twende/contract/payments/phone-number.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { orderDeskRoutes } from '@twende/contract/shop/order-desk-routes.ts'
import { lastChangeAt } from '@twende/contract/shop/order-status.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { TextareaField, TextField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useRevalidator } from 'react-router'
import { orderReachWords } from './order-texts.ts'

const ROUTE = 'POST /api/admin/order/:orderId/delivery'

const unknown = {
  firstName: '',
  lastName: '',
  email: '',
  street: '',
  city: '',
  state: '',
  zipcode: '',
  country: '',
  phone: '',
}

const addressShown = (address: StaffOrder['address']) =>
  address ? { ...unknown, ...address, phone: showPhone(address.phone) } : unknown

type DeliveryDialogProps = { order: StaffOrder; open: boolean; onClose: () => void }

/** Changes whom an order is for, where it goes and, once it was sent, how it travels. Import it lazily. */
export function DeliveryDialog({ order, open, onClose }: DeliveryDialogProps) {
  const { revalidate } = useRevalidator()
  const { address, dispatchNote, status } = order
  const isSent = status === 'shipped'
  const form = useAppForm({
    defaultValues: { address: addressShown(address), dispatchNote, reason: '' },
    bodyOf: (typed) => ({ ...typed, lastEventAt: lastChangeAt(order) }),
    schema: orderDeskRoutes[ROUTE].body,
    onSubmit: async (body) => {
      const { message } = await call(ROUTE, { params: { orderId: order._id }, body })
      toast.success(message)
      await revalidate()
    },
  })
  const fields = [
    ['firstName', m.checkout_first_name()],
    ['lastName', m.checkout_last_name()],
    ['phone', m.admin_orders_phone()],
    ['email', m.admin_bookings_email()],
    ['street', m.checkout_street()],
    ['city', m.checkout_city()],
    ['state', m.checkout_county()],
    ['zipcode', m.checkout_postal_code()],
    ['country', m.checkout_country()],
  ] as const
  return (
    <FormDialog
      form={form}
      open={open}
      size="md"
      title={address ? m.admin_orders_delivery_change_button() : m.admin_orders_delivery_add_button()}
      explains={orderReachWords(order)}
      yes={m.common_save()}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map(([name, label]) => (
          <TextField
            key={name}
            form={form}
            name={`address.${name}`}
            label={label}
            required={name === 'firstName' || name === 'phone'}
            optional={name !== 'firstName' && name !== 'phone'}
            {...(name === 'phone' && { type: 'tel', inputMode: 'tel' as const })}
            {...(name === 'email' && { type: 'email', inputMode: 'email' as const })}
            autoComplete="off"
          />
        ))}
      </div>
      {isSent && (
        <TextareaField
          form={form}
          name="dispatchNote"
          label={m.admin_orders_dispatch_note_label()}
          hint={m.admin_orders_dispatch_note_hint()}
          required
        />
      )}
      <TextareaField
        form={form}
        name="reason"
        label={m.admin_orders_delivery_reason()}
        hint={m.admin_common_hint_staff()}
        optional
      />
    </FormDialog>
  )
}
