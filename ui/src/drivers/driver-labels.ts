import type {
  DRIVER_PHOTOS,
  Driver,
  DriverRefusalReason,
  DriverStatus,
} from '@twende/contract/drivers/driver.ts'
import type { DriverProblem } from '@twende/contract/drivers/driver-rules.ts'
import { m } from '@twende/messages'
import type { BadgeTone } from '../controls/badge.tsx'

export const driverStatusLabels: Record<DriverStatus, () => string> = {
  submitted: m.driver_status_submitted,
  approved: m.driver_status_approved,
  refused: m.driver_status_refused,
}

export const driverStatusTones: Record<DriverStatus, BadgeTone> = {
  submitted: 'sunrise',
  approved: 'acacia',
  refused: 'clay',
}

/** The state of papers, as a badge shows it. */
export function driverState({ status, withdrawal }: Pick<Driver, 'status' | 'withdrawal'>): string {
  return withdrawal ? m.driver_status_withdrawn() : driverStatusLabels[status]()
}

/** Why papers were refused, as the customer is told. */
export const refusalReasonLabels: Record<DriverRefusalReason, () => string> = {
  photo_unreadable: m.driver_reason_photo_unreadable,
  details_differ: m.driver_reason_details_differ,
  licence_expired: m.driver_reason_licence_expired,
  class_insufficient: m.driver_reason_class_insufficient,
  too_young: m.driver_reason_too_young,
  not_genuine: m.driver_reason_not_genuine,
}

export const driverProblemLabels: Record<DriverProblem, () => string> = {
  driver_too_young: m.error_driver_too_young,
  driver_class_insufficient: m.error_driver_class_insufficient,
  driver_licence_ends: m.error_driver_licence_ends,
}

export const licenceOriginLabels: Record<Driver['licenceOrigin'], () => string> = {
  kenya: m.driver_form_origin_kenya,
  english: m.driver_form_origin_english,
  international_permit: m.driver_form_origin_international_permit,
}

export const identityKindLabels: Record<Driver['identityKind'], () => string> = {
  national_id: m.driver_form_identity_national_id,
  passport: m.driver_form_identity_passport,
  alien_id: m.driver_form_identity_alien_id,
  refugee_id: m.driver_form_identity_refugee_id,
  east_african_id: m.driver_form_identity_east_african_id,
  diplomatic_id: m.driver_form_identity_diplomatic_id,
}

export const driverPhotoLabels: Record<keyof typeof DRIVER_PHOTOS, () => string> = {
  licenceFront: m.driver_photo_licence_front,
  licenceBack: m.driver_photo_licence_back,
  identityFront: m.driver_photo_identity_front,
}
