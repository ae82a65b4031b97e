import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { m } from '@twende/messages'
import { expect, test } from 'vitest'

/**
 * Every dialog of the admin app that acts, by file, with the message that names it or its file's own name for it.
 * `says`: `reach-words.ts` says by which way the customer or seller hears of the act, or that they do not.
 * `ours`: it acts on nothing of a customer. Any other word is the message in which the dialog itself says who reads what, or the
 * file that its words are from.
 */
const DIALOGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'bookings/confirm-dialog.tsx': { admin_bookings_confirm_title: 'says' },
  'bookings/correct-reading-dialog.tsx': { admin_bookings_reading_button_left: 'says' },
  'bookings/decide-dispute-dialog.tsx': { admin_dispute_final: 'says' },
  'bookings/deposit/deposit-actions.tsx': { admin_deposit_waive_title: 'says' },
  'bookings/deposit/keep-deposit-dialog.tsx': { admin_deposit_keep_title: 'says' },
  'bookings/deposit/kept-parts.tsx': { admin_deposit_release_title: 'says' },
  'bookings/deposit/take-deposit-dialogs.tsx': {
    admin_deposit_take_title: 'says',
    admin_deposit_settle_title: 'says',
  },
  'bookings/end-dialogs.tsx': {
    admin_bookings_cancel_title: 'says',
    admin_bookings_no_show_title: 'says',
    admin_bookings_complete_title: 'says',
    admin_bookings_lost_title: 'says',
    admin_bookings_not_lost_title: 'says',
    admin_bookings_undo_return_text: 'says',
  },
  'bookings/extend-dialog.tsx': { admin_bookings_extend_title: 'says' },
  'bookings/owed-actions.tsx': { admin_owed_allow_title: 'says' },
  'bookings/payment-dialogs.tsx': {
    admin_ask_phone_text: 'admin_ask_phone_text',
    admin_owed_take_title: 'says',
  },
  'bookings/review-panel.tsx': { admin_review_hide_title: 'says', admin_review_answer_title: 'says' },
  'bookings/walk-in-dialog.tsx': { admin_bookings_new_button: 'admin_bookings_email_hint' },
  'calendar/block-dialog.tsx': { admin_calendar_block_title: 'ours' },
  'calendar/calendar-feeds-panel.tsx': { admin_shared_calendars_feed_revoke_title: 'ours' },
  'calendar/calendar-imports-panel.tsx': { admin_shared_calendars_import_remove_title: 'ours' },
  'calendar/calendar-link-dialogs.tsx': {
    admin_shared_calendars_feed_add: 'ours',
    admin_shared_calendars_import_add: 'ours',
  },
  'calendar/chosen-days-dialog.tsx': {
    admin_calendar_block_button: 'ours',
    admin_bookings_book_button: 'bookings/walk-in-dialog.tsx',
  },
  'catalogue/catalog-item-row.tsx': { admin_catalog_remove_title: 'ours' },
  'catalogue/products-page.tsx': { admin_catalog_stock_promised_title: 'ours' },
  'drivers/drivers-panel.tsx': {
    admin_driver_waive_title: 'says',
    admin_driver_restore_title: 'says',
    admin_driver_remove_title: 'says',
  },
  'drivers/refusal-list-dialogs.tsx': {
    admin_refusal_list_add_title: 'admin_refusal_list_add_text',
    admin_refusal_list_appeal: 'admin_refusal_list_appeal_text',
  },
  'drivers/refuse-dialog.tsx': { admin_driver_refuse_title: 'says' },
  'drivers/withdraw-approval.tsx': { admin_driver_withdraw_title: 'admin_driver_withdraw_text' },
  'fines/fine-parts.tsx': { admin_fines_withdraw_title: 'says' },
  'fines/record-fine-dialog.tsx': { admin_fines_record_button: 'says' },
  'fleet/attach-scan-dialog.tsx': { admin_scan_attach_title: 'ours' },
  'fleet/car-costs-page.tsx': { admin_costs_withdraw_title: 'ours' },
  'fleet/car-papers-page.tsx': { admin_papers_withdraw_title: 'ours' },
  'fleet/car-service-page.tsx': { admin_service_withdraw_title: 'ours' },
  'fleet/cost-dialog.tsx': { admin_costs_add: 'ours' },
  'fleet/document-dialog.tsx': { admin_papers_renew_title: 'ours' },
  'fleet/retire-dialog.tsx': { given: 'ours' },
  'fleet/service-plan-dialog.tsx': { admin_service_plan_change: 'ours' },
  'fleet/service-record-dialog.tsx': { admin_service_record: 'ours' },
  'holds/holds-page.tsx': { given: 'admin_holds_release_booking_text' },
  'list/save-view-dialog.tsx': { admin_list_view_save: 'ours' },
  'listings/decision-dialog.tsx': { given: 'says' },
  'orders/delivery-dialog.tsx': { admin_orders_delivery_change_button: 'says' },
  'orders/order-moves.tsx': { given: 'orders/order-texts.ts' },
  'orders/end-order-dialog.tsx': { admin_orders_not_arrived_next: 'orders/order-texts.ts' },
  'orders/order-panels.tsx': { admin_orders_undo_title: 'says' },
  'orders/pay-dialog.tsx': { admin_orders_pay_title: 'says' },
  'orders/take-off-dialog.tsx': { admin_orders_take_off_title: 'says' },
  'payments/match-dialog.tsx': { admin_payments_match_title: 'admin_payments_match_explanation' },
  'payments/payment-decisions.tsx': {
    admin_common_reason_label: 'says',
    admin_payments_approve_title: 'says',
  },
  'people/person-actions.tsx': {
    admin_people_log_out_title: 'admin_people_log_out_explanation',
    given: 'admin_people_second_factor_explanation',
  },
  'people/role-dialog.tsx': { admin_people_role_title: 'ours', admin_people_rights_title: 'ours' },
  'prices/edit-and-remove.tsx': { admin_prices_remove_title: 'ours' },
  'prices/extra-dialog.tsx': { admin_extras_edit_title: 'ours' },
  'prices/price-rule-dialog.tsx': { admin_prices_edit_title: 'ours' },
  'refunds/refund-dialogs.tsx': {
    admin_refunds_send_title: 'says',
    admin_refunds_move_title: 'says',
    admin_refunds_confirm_title: 'says',
    admin_refunds_approve_title: 'says',
  },
}

const SOURCE = fileURLToPath(new URL('..', import.meta.url))
const textOf = (file: string) => readFileSync(`${SOURCE}/${file}`, 'utf8')
const REACH = /[rR]eachWords\(|notTold\(|toldOf\(|m\.admin_bookings_email_hint\(/

test('every dialog of the admin app says how whoever it concerns hears of the act, or acts on nothing of theirs', () => {
  const found = findDialogs()
  expect(found.map(({ file, name }) => `${file} ${name}`).sort()).toEqual(
    Object.entries(DIALOGS)
      .flatMap(([file, names]) => Object.keys(names).map((name) => `${file} ${name}`))
      .sort(),
  )
  expect(found.length).toBeGreaterThan(60)
})

test.each(Object.entries(DIALOGS))('the dialogs of %s say what is declared', (file, names) => {
  const text = textOf(file)
  const saying = Object.values(names).filter((how) => how === 'says').length
  expect(text.match(new RegExp(REACH, 'g'))?.length ?? 0).toBeGreaterThanOrEqual(saying)
  for (const how of Object.values(names).filter((one) => one !== 'says' && one !== 'ours')) {
    if (how.includes('/')) expect(textOf(how)).toMatch(REACH)
    else
      expect({ how, known: how in m, used: text.includes(`m.${how}(`) }).toMatchObject({
        known: true,
        used: true,
      })
  }
})

/** Each place where a dialog opens, and the first message of it; a dialog whose words are given has none of its own. */
function findDialogs(): { file: string; name: string }[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/^(controls|form)\//.test(file),
  )
  return files.flatMap((file) => {
    const text = textOf(file)
    return [...text.matchAll(/<(?:FormDialog|ReasonDialog)\b|[^\w.]ask\(\{/g)].map(({ index }) => {
      const rest = text.slice(index)
      const opened = rest.slice(0, rest.search(/\n\s*(?:\/?>|\}\))/) + 1)
      return { file, name: opened.match(/\bm\.([a-z_]+)/)?.[1] ?? 'given' }
    })
  })
}
