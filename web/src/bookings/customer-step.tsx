import { LongTextChoice, TextChoice, type WizardForm } from './wizard-fields.tsx'

/** Step 2: who drives and how we reach them. */
export function CustomerStep({ form }: { form: WizardForm }) {
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <TextChoice form={form} name="firstName" required autoComplete="given-name" maxLength={60} />
      <TextChoice form={form} name="lastName" required autoComplete="family-name" maxLength={60} />
      <TextChoice
        form={form}
        name="email"
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextChoice
        form={form}
        name="phone"
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
        placeholder="0712 345 678"
      />
      <TextChoice
        form={form}
        name="licenseNumber"
        autoComplete="off"
        maxLength={40}
        autoCapitalize="characters"
        spellCheck={false}
        hint="Bring the licence itself at pickup."
      />
      <TextChoice form={form} name="address" autoComplete="street-address" maxLength={200} />
      <LongTextChoice
        form={form}
        name="specialRequests"
        maxLength={1000}
        rows={3}
        placeholder="A child seat, delivery to your hotel, a late flight"
        className="sm:col-span-2"
      />
    </div>
  )
}
