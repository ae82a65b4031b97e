import { ApiError } from '@twende/contract/http/call.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { useFreshSettings, useSettings } from '@twende/ui/api/settings.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Field, FieldError, Input } from '@twende/ui/controls/field.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { textOf, useSubmit } from '@twende/ui/form/use-submit.ts'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { CancellationPart, policyIn } from './cancellation-part.tsx'
import { PlansPart, plansIn } from './plans-part.tsx'
import { SettingsPart as Part, WholeNumber } from './settings-part.tsx'

type LoadedSettings = Reply<'GET /api/admin/settings'>['data']

/** The settings as a form; locked for whoever is no admin. */
export function SettingsForm({ settings }: { settings: LoadedSettings }) {
  const readAgain = useFreshSettings()
  const fields = useRef<HTMLFormElement>(null)
  useFollowing(fields, settings)
  // Until the answer to a save is read again, it is newer than what is shown.
  const saved = useRef('')
  const mayChange = useSession()?.owner?.role === 'admin'
  const { submit, pending, problem } = useSubmit(async (form) => {
    try {
      const updatedAt = [settings.updatedAt ?? '', saved.current].sort().at(-1) || null
      const body = { ...choicesIn(form), updatedAt }
      const { message, data } = await call('POST /api/admin/settings', { body })
      saved.current = data.updatedAt ?? ''
      await readAgain()
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error
      await readAgain()
      toast.error(`${error.message} What you typed is kept.`)
    }
  }, 'The settings could not be saved. Please check your connection and try again.')
  return (
    <form ref={fields} onSubmit={submit} className="mt-6 grid gap-5">
      <fieldset disabled={!mayChange} className="grid min-w-0 gap-5">
        <legend className="sr-only">How the business is set up</legend>
        <BusinessPart settings={settings} />
        <MpesaPart settings={settings} />
        <HoldsPart settings={settings} />
        <PlansPart plans={settings.listingPlans} />
        <CancellationPart policy={settings.cancellation} />
      </fieldset>
      {mayChange ? (
        <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-paper px-4 py-3">
          <div className="min-w-0 flex-1 basis-48">
            {problem ? (
              <FieldError>{problem}</FieldError>
            ) : (
              <p className="text-sm text-soft">{lastChange(settings)}</p>
            )}
          </div>
          <Button type="submit" pending={pending}>
            Save settings
          </Button>
        </div>
      ) : (
        <p className="text-sm text-soft">Only an admin changes these. {lastChange(settings)}</p>
      )}
    </form>
  )
}

/** Lets every field that nobody typed in follow what was saved meanwhile; what was typed stays. */
function useFollowing(form: RefObject<HTMLFormElement | null>, { updatedAt }: LoadedSettings) {
  const shown = useRef(new Map<string, string>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: other settings have come into the fields' defaults
  useLayoutEffect(() => {
    for (const input of form.current?.querySelectorAll('input') ?? []) {
      if (input.value === shown.current.get(input.name)) input.value = input.defaultValue
      shown.current.set(input.name, input.defaultValue)
    }
  }, [updatedAt])
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
  const { type, businessNumber } = useSettings().mpesa
  return (
    <Part
      title="What payers see"
      hint={`The ${type} ${businessNumber} and its keys belong to the installation: who changes the one must change the other in the same moment, so neither is changed here.`}
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

type MinutesProps = { name: string; label: string; minutes: number; max: number }

function Minutes({ minutes, ...field }: MinutesProps) {
  return <WholeNumber {...field} min={5} value={minutes} unit="minutes" />
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
    listingPlans: plansIn(form),
    cancellation: policyIn(form),
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
