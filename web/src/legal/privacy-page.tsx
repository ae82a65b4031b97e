import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/privacy-page'
import { LegalText } from './legal-text.tsx'
import { PRIVACY_CHANGED, privacy } from './privacy-text.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Privacy policy',
    description:
      'What Twende keeps about you, why, for how long, and how you see it, correct it, take it with you or have it deleted.',
    path: links.privacy,
    matches,
  })

export default function PrivacyPage() {
  return (
    <LegalText
      title="Privacy policy"
      lead="We keep what a rental, a sale or a delivery needs, and nothing to sell on. You can see all of it, take it with you, and have it deleted, without asking anybody."
      changed={PRIVACY_CHANGED}
      sections={privacy}
    />
  )
}
