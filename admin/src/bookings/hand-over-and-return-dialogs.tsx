import { adminBookingRoutes } from '@twende/contract/bookings/admin-booking-routes.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { dropoffWords, paymentWord } from '@twende/ui/bookings/booking-format.ts'
import { Button, IconButton } from '@twende/ui/controls/button.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { NumberField, TextField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { type AppForm, useAppForm } from '@twende/ui/form/use-app-form.ts'
import { wholeNumber } from '@twende/ui/form/whole-number.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useFieldArray } from 'react-hook-form'
import { SuggestionsField, usualWaysToPay } from '../form/admin-fields.tsx'
import {
  ConditionFields,
  noCondition,
  sentCondition,
  showKm,
  type TypedCharge,
  type TypedCondition,
} from './condition-fields.tsx'
import type { ActionDialogProps } from './use-booking-action.ts'

const MOST_CHARGES = 20

const usualCharges = () => [
  m.admin_bookings_charge_fuel(),
  m.admin_bookings_charge_late(),
  m.admin_bookings_charge_kilometres(),
  m.admin_bookings_charge_cleaning(),
  m.admin_bookings_charge_damage(),
]

const HAND_OVER = 'POST /api/admin/booking/:bookingId/handover'

const COMPLETE = 'POST /api/admin/booking/:bookingId/complete'

const usualNotes = () => [m.admin_bookings_complete_note_paper(), m.admin_bookings_complete_note_customer()]

const TAKE_BACK = 'POST /api/admin/booking/:bookingId/return'

/** Takes the car back, with what is charged beyond the rental. */
export function TakeBackDialog({ loaded: { data: booking }, open, act, onClose }: ActionDialogProps) {
  const least = booking.handover?.km ?? 0
  const params = { bookingId: booking._id }
  const form = useAppForm({
    defaultValues: noCondition,
    bodyOf,
    schema: adminBookingRoutes[TAKE_BACK].body,
    check: ({ km, charges, chargesPaidBy }) => ({
      km: wholeNumber(km) < least ? m.admin_bookings_km_too_few({ km: showKm(least) }) : undefined,
      chargesPaidBy:
        totalOf(charges) > 0 && chargesPaidBy.trim() === ''
          ? m.admin_bookings_charges_note_missing()
          : undefined,
    }),
    onSubmit: (body) => act(() => call(TAKE_BACK, { params, body })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_bookings_take_back_title({ car: booking.carName })}
      explains={m.admin_bookings_take_back_text({ time: dropoffWords(booking) })}
      yes={m.admin_bookings_action_take_back()}
      onClose={onClose}
    >
      <ConditionFields form={form} least={least} />
      <ChargeRows form={form} />
      {totalOf(form.watch('charges')) > 0 && (
        <SuggestionsField
          form={form}
          name="chargesPaidBy"
          label={m.admin_bookings_charges_note_label()}
          required
          suggestions={usualWaysToPay()}
        />
      )}
    </FormDialog>
  )
}

function bodyOf(typed: TypedCondition) {
  const charges = typed.charges.map(({ what, amount }) => ({ what, amount: wholeNumber(amount) }))
  return {
    ...sentCondition(typed),
    charges,
    chargesPaidBy: totalOf(typed.charges) > 0 ? typed.chargesPaidBy : '',
  }
}

/** Completes a booking whose car was out, though nobody wrote that down. */
export function CompleteDialog({ loaded: { data: booking }, open, act, onClose }: ActionDialogProps) {
  const params = { bookingId: booking._id }
  const form = useAppForm({
    defaultValues: { note: '' },
    schema: adminBookingRoutes[COMPLETE].body,
    onSubmit: (body) => act(() => call(COMPLETE, { params, body })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_bookings_complete_title({ car: booking.carName })}
      explains={m.admin_bookings_complete_text({ reference: booking.bookingId })}
      yes={m.admin_bookings_complete_button()}
      onClose={onClose}
    >
      <SuggestionsField
        form={form}
        name="note"
        label={m.admin_bookings_complete_note_label()}
        required
        suggestions={usualNotes()}
      />
    </FormDialog>
  )
}

/** Gives the customer the car. */
export function HandOverDialog({ loaded: { data: booking }, open, act, onClose }: ActionDialogProps) {
  const { firstName, lastName, licenseNumber } = booking.customerInfo
  const params = { bookingId: booking._id }
  const form = useAppForm({
    defaultValues: noCondition,
    bodyOf: sentCondition,
    schema: adminBookingRoutes[HAND_OVER].body,
    onSubmit: (body) => act(() => call(HAND_OVER, { params, body })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_bookings_hand_over_title({ car: booking.carName })}
      explains={m.admin_bookings_hand_over_text({
        name: `${firstName} ${lastName}`,
        time: dropoffWords(booking),
      })}
      yes={m.admin_bookings_action_hand_over()}
      onClose={onClose}
    >
      {booking.paymentStatus !== 'paid' && (
        <p className="rounded-md bg-sunrise-tint px-4 py-3 text-sunrise-ink">
          <Sentence
            text={m.admin_bookings_hand_over_unpaid({ status: paymentWord(booking.paymentStatus) })}
            marks={{ b: (text) => <strong>{text}</strong> }}
          />
        </p>
      )}
      <p className="text-soft">
        {licenseNumber
          ? m.admin_bookings_compare_licence({ number: licenseNumber })
          : m.admin_bookings_check_licence()}
      </p>
      <ConditionFields form={form} />
    </FormDialog>
  )
}

function totalOf(charges: readonly TypedCharge[]): number {
  return charges.reduce((sum, { amount }) => sum + (wholeNumber(amount) || 0), 0)
}

/** What is charged beyond the rental, row by row, with its sum. */
function ChargeRows({ form }: { form: AppForm<TypedCondition> }) {
  const list = useId()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'charges' })
  const charges = form.watch('charges')
  return (
    <fieldset className="grid gap-3 border-t border-line pt-4">
      <legend className="sr-only">{m.admin_bookings_charges_title()}</legend>
      <p aria-hidden="true" className="text-sm font-semibold">
        {m.admin_bookings_charges_title()}
      </p>
      <datalist id={list}>
        {usualCharges().map((what) => (
          <option key={what} value={what} />
        ))}
      </datalist>
      {fields.map(({ id }, at) => (
        <div key={id} className="grid grid-cols-[minmax(0,1fr)_7rem_auto] items-start gap-2">
          <TextField
            form={form}
            name={`charges.${at}.what`}
            label={m.admin_bookings_charge_for()}
            list={list}
            autoComplete="off"
          />
          <NumberField form={form} name={`charges.${at}.amount`} label="Ksh" deps={['chargesPaidBy']} />
          <IconButton
            label={m.admin_bookings_charge_remove({ what: charges[at]?.what ?? '' })}
            className="mt-6.5"
            onClick={() => remove(at)}
          >
            <Trash2 aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
      ))}
      {fields.length < MOST_CHARGES && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          icon={<Plus aria-hidden="true" className="size-5" />}
          onClick={() => append({ what: '', amount: '' })}
        >
          {m.admin_bookings_charge_add()}
        </Button>
      )}
      {fields.length > 0 && (
        <p role="status" className="figures flex justify-between border-t border-line pt-3 font-semibold">
          <span>{m.admin_bookings_charges_total()}</span>
          {showKsh(totalOf(charges))}
        </p>
      )}
    </fieldset>
  )
}
