import type { AppForm } from '@twende/ui/form/use-app-form.ts'
import type { ChoiceName, Choices } from './booking-choices.ts'
import { fieldLabels } from './wizard-rules.ts'

/** What every step needs: the form, the choices as they are kept, and a way to change them. */
export type WizardFields = {
  form: AppForm<Choices>
  choices: Choices
  change: (some: Partial<Choices>) => void
}

/** What binds the field of a choice. */
export function bindChoice({ form }: WizardFields, name: ChoiceName) {
  return { form, name, label: fieldLabels()[name] }
}
