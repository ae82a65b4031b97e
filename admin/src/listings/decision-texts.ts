import { m } from '@twende/messages'
import type { Decision } from './listing-status-label.ts'

/** The single key that opens each decision. */
export const decisionKeys: Readonly<Record<Decision, string>> = {
  approve: 'a',
  refuse: 'x',
  verify: 'v',
  acceptName: 'n',
  approveEdit: 'v',
  refuseEdit: 'r',
  sendBack: 'b',
  giveMoneyBack: 'g',
  suspend: 's',
  restore: 'u',
  extend: 'e',
  takeDaysBack: 'd',
  correctPayment: 'p',
  closeReports: 'c',
}

type DecisionTexts = {
  /** On the button that opens the dialog and on the one that confirms. */
  label: string
  title: string
  explains: string
  /** Whether the seller gets a message about it, and may have switched it off. */
  told?: 'always' | 'mutable'
  /** What may be typed, and whether it must be; the seller reads reasons, never notes. */
  text: { label: string; required: boolean; seenBySeller: boolean }
  /** Reasons that come up often. */
  usual?: readonly string[]
  danger?: boolean
}

const note = () => ({ label: m.admin_common_note_label(), required: false, seenBySeller: false })
const reason = () => ({ label: m.admin_common_reason_label(), required: true, seenBySeller: true })

/** What each decision asks, in the language of the moment. */
export const decisionTexts: Readonly<Record<Decision, () => DecisionTexts>> = {
  approve: () => ({
    label: m.admin_listings_approve_button(),
    title: m.admin_listings_approve_title(),
    explains: m.admin_listings_approve_explanation(),
    text: note(),
  }),
  refuse: () => ({
    label: m.admin_listings_refuse_button(),
    title: m.admin_listings_refuse_title(),
    explains: m.admin_listings_refuse_explanation(),
    told: 'always',
    text: reason(),
    usual: [
      m.admin_listings_refuse_not_found(),
      m.admin_listings_refuse_other_amount(),
      m.admin_listings_refuse_other_number(),
    ],
    danger: true,
  }),
  verify: () => ({
    label: m.admin_listings_verify_button(),
    title: m.admin_listings_verify_title(),
    explains: m.admin_listings_verify_explanation(),
    told: 'mutable',
    text: note(),
  }),
  acceptName: () => ({
    label: m.admin_listings_accept_name_button(),
    title: m.admin_listings_accept_name_title(),
    explains: m.admin_listings_accept_name_explanation(),
    text: note(),
  }),
  approveEdit: () => ({
    label: m.admin_listings_approve_edit_button(),
    title: m.admin_listings_approve_edit_title(),
    explains: m.admin_listings_approve_edit_explanation(),
    told: 'mutable',
    text: note(),
  }),
  refuseEdit: () => ({
    label: m.admin_listings_refuse_edit_button(),
    title: m.admin_listings_refuse_edit_title(),
    explains: m.admin_listings_refuse_edit_explanation(),
    told: 'mutable',
    text: reason(),
    usual: [
      m.admin_listings_reason_dashboard_photo(),
      m.admin_listings_reason_new_photos(),
      m.admin_listings_reason_logbook(),
      m.admin_listings_reason_contacts(),
    ],
    danger: true,
  }),
  sendBack: () => ({
    label: m.admin_listings_send_back_button(),
    title: m.admin_listings_send_back_title(),
    explains: m.admin_listings_send_back_explanation(),
    told: 'mutable',
    text: reason(),
    usual: [
      m.admin_listings_reason_better_photos(),
      m.admin_listings_reason_photos(),
      m.admin_listings_reason_contacts(),
      m.admin_listings_reason_logbook(),
    ],
    danger: true,
  }),
  giveMoneyBack: () => ({
    label: m.admin_listings_give_back_button(),
    title: m.admin_listings_give_back_title(),
    explains: m.admin_listings_give_back_explanation(),
    told: 'always',
    text: reason(),
    usual: [m.admin_listings_give_back_not_verified(), m.admin_listings_give_back_asked()],
    danger: true,
  }),
  suspend: () => ({
    label: m.admin_listings_suspend_button(),
    title: m.admin_listings_suspend_title(),
    explains: m.admin_listings_suspend_explanation(),
    told: 'always',
    text: reason(),
    usual: [m.admin_listings_reason_reports(), m.admin_listings_reason_owner()],
    danger: true,
  }),
  restore: () => ({
    label: m.admin_listings_restore_button(),
    title: m.admin_listings_restore_title(),
    explains: m.admin_listings_restore_explanation(),
    told: 'always',
    text: note(),
  }),
  closeReports: () => ({
    label: m.admin_listings_close_reports_button(),
    title: m.admin_listings_close_reports_title(),
    explains: m.admin_listings_close_reports_explanation(),
    text: { ...reason(), seenBySeller: false },
    usual: [m.admin_listings_close_reports_unfounded(), m.admin_listings_close_reports_handled()],
  }),
  takeDaysBack: () => ({
    label: m.admin_listings_take_days_button(),
    title: m.admin_listings_take_days_title(),
    explains: m.admin_listings_take_days_explanation(),
    text: { ...reason(), seenBySeller: false },
    usual: [m.admin_listings_take_days_slip()],
  }),
  correctPayment: () => ({
    label: m.admin_listings_correct_button(),
    title: m.admin_listings_correct_title(),
    explains: m.admin_listings_correct_explanation(),
    told: 'always',
    text: reason(),
    usual: [m.admin_listings_correct_typed_wrong()],
  }),
  extend: () => ({
    label: m.admin_listings_extend_button(),
    title: m.admin_listings_extend_title(),
    explains: m.admin_listings_extend_explanation(),
    text: { ...reason(), seenBySeller: false },
    usual: [m.admin_listings_reason_site_down(), m.admin_listings_reason_goodwill()],
  }),
}
