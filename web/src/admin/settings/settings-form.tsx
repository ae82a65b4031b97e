import { CallRefused } from '@twende/contract/http/call.ts'
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { useSession } from '../../accounts/session.ts'
import { textOf, useSubmit } from '../../accounts/use-submit.ts'
import { call } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError, Input } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import type { LoadedSettings } from './settings-page.tsx'

/** The settings as a form; locked for whoever is no admin. */
export function SettingsForm({ settings }: { settings: LoadedSettings }) {
  const { revalidate } = useRevalidator()
  const mayChange = useSession()?.owner?.role === 'admin'
  const { submit, pending, problem } = useSubmit(async (form) => {
    try {
      const body = { ...choicesIn(form), updatedAt: settings.updatedAt }
      const { message } = await call('POST /api/admin/settings', { body })
      toast.success(message)
    } catch (error) {
      if (!(error instanceof CallRefused) || error.code !== 'changed_meanwhile') throw error
      toast.error(error.message)
    }
    await revalidate()
  }, 'The settings could not be saved. Please check your connection and try again.')
  return (
    <form onSubmit={submit} className="mt-6 grid gap-5">
      <fieldset disabled={!mayChange || pending} className="grid min-w-0 gap-5">
        <legend className="sr-only">How the business is set up</legend>
        <BusinessPart settings={settings} />
        <MpesaPart settings={settings} />
        <HoldsPart settings={settings} />
      </fieldset>
      {problem && <FieldError>{problem}</FieldError>}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-sm text-soft">
          {mayChange ? lastChange(settings) : 'Only an admin changes these.'}
        </p>
        {mayChange && (
          <Button type="submit" pending={pending}>
            Save settings
          </Button>
        )}
      </div>
    </form>
  )
}

type PartProps = { settings: LoadedSettings }

function BusinessPart({ settings }: PartProps) {
  return (
    <Part title="The business">
      <Field label="Business name" required>
        <Input name="businessName" defaultValue={settings.businessName} required maxLength={40} />
      </Field>
      <Field label="WhatsApp number" required hint="With the country code and without a plus: 254712345678.">
        <Input
          name="whatsappNumber"
          defaultValue={settings.whatsappNumber}
          required
          inputMode="tel"
          pattern="[1-9][0-9]{8,14}"
          maxLength={15}
        />
      </Field>
    </Part>
  )
}

function MpesaPart({ settings }: PartProps) {
  return (
    <Part
      title="What payers see"
      hint="The till or paybill itself and its keys belong to the installation, not to this page."
    >
      <Field
        label="Name that M-Pesa shows for us"
        hint="A pasted message about money sent to somebody else is flagged by this."
      >
        <Input name="mpesaBusinessName" defaultValue={settings.mpesaBusinessName} maxLength={60} />
      </Field>
      <Field label="Account number to enter" hint="Empty for a till.">
        <Input name="mpesaAccountHint" defaultValue={settings.mpesaAccountHint} maxLength={60} />
      </Field>
    </Part>
  )
}

function HoldsPart({ settings: { bookingHoldMinutes, orderHoldMinutes } }: PartProps) {
  return (
    <Part
      title="How long we hold"
      hint="Minutes until an unpaid booking frees its car, and an unpaid order its pieces. New ones only."
    >
      <Minutes name="bookingMpesa" label="Booking by M-Pesa" minutes={bookingHoldMinutes.mpesa} max={120} />
      <Minutes
        name="bookingWhatsapp"
        label="Booking by WhatsApp"
        minutes={bookingHoldMinutes.whatsapp}
        max={2_880}
      />
      <Minutes name="orderMpesa" label="Order by M-Pesa" minutes={orderHoldMinutes.mpesa} max={120} />
      <Minutes
        name="orderWhatsapp"
        label="Order by WhatsApp"
        minutes={orderHoldMinutes.whatsapp}
        max={2_880}
      />
    </Part>
  )
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className="panel p-5">
      <h2 className="text-xl">{title}</h2>
      {hint && <p className="mt-1 text-sm text-soft">{hint}</p>}
      <div className="mt-4 grid gap-5 sm:grid-cols-2">{children}</div>
    </section>
  )
}

type MinutesProps = { name: string; label: string; minutes: number; max: number }

function Minutes({ name, label, minutes, max }: MinutesProps) {
  return (
    <Field label={label} required hint={`5 to ${max.toLocaleString('en-KE')} minutes.`}>
      <Input
        name={name}
        type="number"
        inputMode="numeric"
        required
        min={5}
        max={max}
        step={1}
        defaultValue={minutes}
      />
    </Field>
  )
}

function choicesIn(form: FormData) {
  const minutes = (name: string) => Number(textOf(form, name))
  return {
    businessName: textOf(form, 'businessName'),
    whatsappNumber: textOf(form, 'whatsappNumber'),
    mpesaBusinessName: textOf(form, 'mpesaBusinessName'),
    mpesaAccountHint: textOf(form, 'mpesaAccountHint'),
    bookingHoldMinutes: { mpesa: minutes('bookingMpesa'), whatsapp: minutes('bookingWhatsapp') },
    orderHoldMinutes: { mpesa: minutes('orderMpesa'), whatsapp: minutes('orderWhatsapp') },
  }
}

function lastChange({ updatedAt, updatedBy }: LoadedSettings): string {
  if (updatedAt === null) return 'Nothing was changed yet: these are the installation’s own.'
  const when = new Date(updatedAt).toLocaleString('en-KE', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Africa/Nairobi',
  })
  return `Last changed by ${updatedBy ?? 'somebody'} on ${when}.`
}
