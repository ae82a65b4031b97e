import { deleteOldChallenges } from '../accounts/second-factors/create-challenge.ts'
import { deleteOldSessions } from '../accounts/sessions/personal-sessions.ts'
import { deleteOldPayersInAudit } from '../audit/personal-audit.ts'
import { deleteOldAccess } from '../audit/record-access.ts'
import { makeAddenda } from '../bookings/agreements/addenda.ts'
import { makeAgreement, makeLateAgreements } from '../bookings/agreements/make-agreement.ts'
import { importCalendars } from '../bookings/calendars/import-calendar.ts'
import { expireHolds } from '../bookings/expire-holds.ts'
import { remindCustomers } from '../bookings/reminders/remind-customers.ts'
import { remindStaff } from '../bookings/reminders/remind-staff.ts'
import { remindStaffOfDocuments } from '../cars/documents/remind-staff.ts'
import { deleteOldMessages } from '../content/contact-messages.ts'
import { forwardDueMessages } from '../content/send-message.ts'
import type { AppDeps } from '../deps.ts'
import { deleteOldDrivers } from '../drivers/read-drivers.ts'
import { deleteOldRefusals } from '../drivers/refusal-list.ts'
import { deleteOldHoldOrigins } from '../holds/limit-holds.ts'
import { deleteOldIdempotencyKeys } from '../http/idempotency.ts'
import { deleteOldRateLimits } from '../http/limits/rate-limit-store.ts'
import { continueCategoryRenames } from '../listings/category-renames.ts'
import {
  deleteOldVisits,
  expireListings,
  remindSellers,
  returnUnpaidToDraft,
} from '../listings/sell/listing-tasks.ts'
import {
  deleteDraftsOfFiles,
  deleteUnusedPictures,
  pregenerateVariants,
  readMissingLikenesses,
} from '../media/picture-tasks.ts'
import {
  deleteOldContactCodes,
  deleteUnofferedNotifications,
  sendDueNotifications,
} from '../notifications/send-notifications.ts'
import { pollPendingPayments } from '../payments/collections/poll-pending-payments.ts'
import { processWebhookMessage } from '../payments/collections/process-webhook-message.ts'
import { sendPaymentRequest } from '../payments/collections/send-payment-request.ts'
import { addReportedReceipts } from '../payments/collections/settle-payment.ts'
import { deleteOldPayers } from '../payments/personal-payments.ts'
import { matchProofs } from '../payments/proofs/settle-proof.ts'
import { pullMissedPayments } from '../payments/providers/mpesa/pull-missed-payments.ts'
import { registerCallbacks } from '../payments/providers/registry.ts'
import { matchNamedMoney } from '../payments/reconciliation/match-named-money.ts'
import { deleteOldPrivateFiles } from '../private-files/private-files.ts'
import { readOldPhotos } from '../private-files/read-old-photos.ts'
import { expireOrders } from '../shop/lock-stock.ts'
import type { Workers } from './job-queue.ts'

/** `stopping` asks a task to end after what it is at; the rest waits for its next run. */
export type ScheduledTask = {
  name: string
  everySeconds: number
  run: (stopping?: AbortSignal) => Promise<unknown>
}

/** Every periodic task and its interval. Each may be repeated, and may run while another process runs it too. */
export function scheduledTasks(deps: AppDeps): ScheduledTask[] {
  return [
    { name: 'expire holds', everySeconds: 30, run: () => expireHolds(deps) },
    { name: 'expire orders', everySeconds: 30, run: () => expireOrders(deps) },
    {
      name: 'make addenda',
      everySeconds: 60,
      run: (stopping) => makeAddenda(deps, { stopping }),
    },
    {
      name: 'make late agreements',
      everySeconds: 600,
      run: (stopping) => makeLateAgreements(deps, stopping),
    },
    { name: 'remind customers of rentals', everySeconds: 300, run: () => remindCustomers(deps) },
    { name: 'remind staff of car documents', everySeconds: 900, run: () => remindStaffOfDocuments(deps) },
    { name: 'remind staff of rentals', everySeconds: 300, run: () => remindStaff(deps) },
    { name: 'import calendars', everySeconds: 900, run: (stopping) => importCalendars(deps, stopping) },
    ...(deps.config.pregeneratePictures
      ? [
          {
            name: 'pregenerate picture variants',
            everySeconds: 5,
            run: (stopping?: AbortSignal) => pregenerateVariants(deps, 2_500, stopping),
          },
          {
            name: 'read likenesses of pictures',
            everySeconds: 60,
            run: (stopping?: AbortSignal) => readMissingLikenesses(deps, stopping),
          },
          {
            name: 'read likenesses of old photos',
            everySeconds: 60,
            run: (stopping?: AbortSignal) => readOldPhotos(deps, stopping),
          },
        ]
      : []),
    { name: 'poll pending payments', everySeconds: 10, run: () => pollPendingPayments(deps) },
    {
      name: 'pull missed payments',
      everySeconds: 600,
      run: (stopping) => pullMissedPayments(deps, stopping),
    },
    { name: 'add reported receipts', everySeconds: 60, run: () => addReportedReceipts(deps) },
    { name: 'match payment proofs', everySeconds: 60, run: () => matchProofs(deps) },
    { name: 'match money to what it names', everySeconds: 60, run: () => matchNamedMoney(deps) },
    { name: 'expire listings', everySeconds: 60, run: () => expireListings(deps) },
    { name: 'continue category renames', everySeconds: 5, run: () => continueCategoryRenames(deps) },
    { name: 'remind sellers', everySeconds: 900, run: () => remindSellers(deps) },
    { name: 'return unpaid listings to draft', everySeconds: 3600, run: () => returnUnpaidToDraft(deps) },
    { name: 'delete old listing visits', everySeconds: 3600, run: () => deleteOldVisits(deps) },
    { name: 'delete unused pictures', everySeconds: 3600, run: () => deleteUnusedPictures(deps) },
    { name: 'delete drafts of files', everySeconds: 3600, run: () => deleteDraftsOfFiles(deps) },
    { name: 'delete old papers of drivers', everySeconds: 3600, run: () => deleteOldDrivers(deps) },
    { name: 'delete old refusals', everySeconds: 3600, run: () => deleteOldRefusals(deps) },
    { name: 'delete old private files', everySeconds: 300, run: () => deleteOldPrivateFiles(deps) },
    ...[...deps.channels.keys()].map((channel) => ({
      name: `send notifications by ${channel}`,
      everySeconds: 5,
      run: (stopping?: AbortSignal) => sendDueNotifications(deps, channel, stopping),
    })),
    {
      name: 'delete unoffered notifications',
      everySeconds: 60,
      run: () => deleteUnofferedNotifications(deps),
    },
    {
      name: 'forward contact messages',
      everySeconds: 60,
      run: (stopping) => forwardDueMessages(deps, stopping),
    },
    { name: 'delete old payers', everySeconds: 86_400, run: () => deleteOldPayers(deps) },
    {
      name: 'delete old payers in the audit log',
      everySeconds: 86_400,
      run: () => deleteOldPayersInAudit(deps),
    },
    { name: 'delete old access records', everySeconds: 86_400, run: () => deleteOldAccess(deps) },
    { name: 'delete old contact messages', everySeconds: 86_400, run: () => deleteOldMessages(deps) },
    { name: 'delete old hold origins', everySeconds: 3600, run: () => deleteOldHoldOrigins(deps) },
    { name: 'delete old contact codes', everySeconds: 3600, run: () => deleteOldContactCodes(deps) },
    { name: 'delete old sessions', everySeconds: 86_400, run: () => deleteOldSessions(deps) },
    {
      name: 'delete old rate limits',
      everySeconds: 3600,
      run: () => deleteOldRateLimits(deps.db, deps.clock.now()),
    },
    { name: 'delete old second-factor challenges', everySeconds: 3600, run: () => deleteOldChallenges(deps) },
    { name: 'delete old idempotency keys', everySeconds: 3600, run: () => deleteOldIdempotencyKeys(deps) },
  ]
}

export function createWorkers(deps: AppDeps): Workers {
  return {
    'send-payment-request': (job) => sendPaymentRequest(deps, job),
    'process-webhook-message': (job) => processWebhookMessage(deps, job),
    'register-callbacks': () => registerCallbacks(deps),
    'make-agreement': (job) => makeAgreement(deps, job),
  }
}
