import { useSettings } from '@twende/ui/api/settings.ts'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/terms-page'
import { LegalText } from './legal-text.tsx'
import { termsChanged, termsOf } from './terms-text.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Terms of use',
    description:
      'What holds when you rent a car, sell yours, order from the shop or have something repaired at Twende, in plain words.',
    path: links.terms,
    matches,
  })

export default function TermsPage() {
  const settings = useSettings()
  return (
    <LegalText
      title="Terms of use"
      lead="What you can expect of us, and what we expect of you. No small print: this is all of it."
      changed={termsChanged(settings)}
      sections={termsOf(settings)}
    />
  )
}
