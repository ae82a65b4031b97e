import { m } from '@twende/messages'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/privacy-page'
import { type LegalSection, LegalText } from './legal-text.tsx'

const PRIVACY_CHANGED = '2026-11-24'

const whatWeKeep = (): LegalSection => ({
  id: 'what',
  title: m.privacy_what_title(),
  body: [
    [
      m.privacy_what_account(),
      m.privacy_what_rentals(),
      m.privacy_what_listings(),
      m.privacy_what_payments(),
      m.privacy_what_orders(),
      m.privacy_what_contact(),
      m.privacy_what_mails(),
      m.privacy_what_sessions(),
      m.privacy_what_factors(),
      m.privacy_what_access(),
      m.privacy_what_visits(),
    ],
    m.privacy_what_not(),
  ],
})

const whoElse = (): LegalSection => ({
  id: 'others',
  title: m.privacy_others_title(),
  body: [
    [
      m.privacy_others_safaricom(),
      m.privacy_others_whatsapp(),
      m.privacy_others_buyers(),
      m.privacy_others_form(),
      m.privacy_others_servers(),
      m.privacy_others_law(),
    ],
    m.privacy_others_abroad(),
  ],
})

const howLong = (): LegalSection => ({
  id: 'how-long',
  title: m.privacy_time_title(),
  body: [
    [
      m.privacy_time_account(),
      m.privacy_time_rentals(),
      m.privacy_time_payments(),
      m.privacy_time_staff(),
      m.privacy_time_reviews(),
      m.privacy_time_messages(),
      m.privacy_time_sessions(),
      m.privacy_time_access(),
      m.privacy_time_codes(),
      m.privacy_time_unpaid(),
    ],
  ],
})

const yourRights = (): LegalSection => ({
  id: 'rights',
  title: m.privacy_rights_title(),
  body: [
    m.privacy_rights_text(),
    [
      m.privacy_rights_see(),
      m.privacy_rights_take(),
      m.privacy_rights_correct(),
      m.privacy_rights_delete(),
      m.privacy_rights_object(),
      m.privacy_rights_consent(),
    ],
    m.privacy_rights_free(),
  ],
})

const privacySections = (): readonly LegalSection[] => [
  {
    id: 'controller',
    title: m.privacy_controller_title(),
    body: [m.privacy_controller_text()],
  },
  whatWeKeep(),
  {
    id: 'browser',
    title: m.privacy_browser_title(),
    body: [m.privacy_browser_text()],
  },
  whoElse(),
  howLong(),
  {
    id: 'safety',
    title: m.privacy_safety_title(),
    body: [m.privacy_safety_text()],
  },
  yourRights(),
  {
    id: 'complaint',
    title: m.privacy_complaint_title(),
    body: [m.privacy_complaint_text()],
  },
  {
    id: 'children',
    title: m.privacy_children_title(),
    body: [m.privacy_children_text()],
  },
  {
    id: 'changes',
    title: m.privacy_changes_title(),
    body: [m.privacy_changes_text()],
  },
]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: m.privacy_title(),
    description: m.privacy_meta_description(),
    path: links.privacy,
    matches,
  })

export default function PrivacyPage() {
  return (
    <LegalText
      title={m.privacy_title()}
      lead={m.privacy_lead()}
      changed={PRIVACY_CHANGED}
      sections={privacySections()}
    />
  )
}
