import type { AgreementToSign } from '@twende/contract/agreements/agreement-routes.ts'
import { type Charge, suggestCharges } from '@twende/contract/bookings/condition/charges.ts'
import {
  EQUIPMENT,
  type Equipment,
  GUIDED_POSITIONS,
  type GuidedPosition,
  type Mark,
  type PhotoPosition,
  type PhotoRepeat,
  type ReportKind,
} from '@twende/contract/bookings/condition/condition-report.ts'
import type { ReportBasis } from '@twende/contract/bookings/condition/condition-routes.ts'
import { readingProblem } from '@twende/contract/bookings/condition/odometer-reading.ts'
import { isSigned, type Signature } from '@twende/contract/bookings/condition/signature.ts'
import type { AdminDeposit } from '@twende/contract/bookings/deposit.ts'
import type { AdditionalDrivers } from '@twende/contract/drivers/additional-drivers.ts'
import type { BookingDriver } from '@twende/contract/drivers/driver.ts'
import type { CustomerReach } from '@twende/contract/notifications/customer-reach.ts'
import { isMpesaCode } from '@twende/contract/payments/payment-choices.ts'
import type { Locale } from '@twende/messages/runtime'
import { typedShillings, wholeNumber } from '@twende/ui/form/whole-number.ts'
import { noPayment } from '../../form/payment-values.ts'

/** The steps of a report; charges are made at a return only, and the agreement is read at a handover only. */
export const REPORT_STEPS = [
  'photos',
  'marks',
  'meters',
  'equipment',
  'charges',
  'agreement',
  'signature',
] as const
export type ReportStep = (typeof REPORT_STEPS)[number]

export type DraftPhoto = {
  id: string
  position: PhotoPosition
  markId: string | null
  /** The server has it. */
  sent: boolean
  /** Why the server refused it. */
  problem: string | null
  /** The photo that it repeats; missing in a report that an earlier version has kept. */
  repeats?: PhotoRepeat | null
}

/** What staff changed of a suggested charge, by its kind or its mark. */
type ChargeEdit = { amount?: string; removed?: boolean }
export type OtherCharge = { id: string; what: string; amount: string }

/** What of its booking a report shows, also without network. */
export type ReportBooking = {
  reference: string
  carName: string
  numberPlate: string | null
  customerName: string
  /** Who is approved to drive, with the licence to compare with the card; missing in a report that an earlier version has kept. */
  drivers?: readonly { fullName: string; licenceNumber: string }[]
  phone: string
  /** What must be paid before the car leaves, and by which ways the customer is reached; missing in a report that an earlier version has kept. */
  due?: number
  reach?: CustomerReach
  /** Nobody is approved to drive, so that the car cannot be handed over yet. */
  lacksDriver?: boolean
  /** Whose papers wait for a check, where nobody is approved; missing in a report that an earlier version has kept. */
  papersToCheck?: readonly string[]
  /** At a handover; missing in a report that an earlier version of the app has kept. */
  additional?: AdditionalDrivers
}

type Drivers = { isCleared: boolean; data: readonly BookingDriver[] }

/** Who may drive, or else what a handover waits for. */
export function driversShown(
  kind: ReportKind,
  { isCleared, data }: Drivers,
): Pick<ReportBooking, 'drivers' | 'lacksDriver' | 'papersToCheck'> {
  const fit = data.filter(({ problems, takenOut }) => problems.length === 0 && !takenOut)
  const approved = fit.filter(({ status }) => status === 'approved')
  const lacksDriver = kind === 'handover' && !isCleared
  const waiting = lacksDriver ? fit.filter(({ status }) => status === 'submitted') : []
  return {
    drivers: approved.map(({ fullName, licenceNumber }) => ({ fullName, licenceNumber })),
    lacksDriver,
    papersToCheck: waiting.map(({ fullName }) => fullName),
  }
}

/** A report while it is made, as this device keeps it. */
export type ReportDraft = {
  version: 1
  draftId: string
  bookingId: string
  kind: ReportKind
  booking: ReportBooking
  basis: ReportBasis
  /** Null where the booking has none. */
  deposit: AdminDeposit | null
  /** Of a handover: what the renter reads before signing. Missing in a report that an earlier version of the app has kept. */
  agreement?: { language: Locale; data: readonly AgreementToSign[]; unprintable: readonly string[] }
  /** In which the renter reads it; by itself that of the customer. */
  language?: Locale
  startedAt: string
  step: ReportStep
  photos: readonly DraftPhoto[]
  marks: readonly Mark[]
  km: string
  /** The unlikely kilometres that somebody has looked at again. */
  confirmedKm?: string | undefined
  /** The kilometres that the server asks about again, though they looked likely here. */
  questionedKm?: string | undefined
  fuel: number | null
  note: string
  equipment: readonly Equipment[]
  needsCleaning: boolean
  chargeEdits: Readonly<Record<string, ChargeEdit>>
  otherCharges: readonly OtherCharge[]
  /** How the charges are paid; missing in a report that an earlier version of the app has kept. */
  chargesPayment?: typeof noPayment
  strokes: Signature['strokes']
  signerName: string
  /** When it was signed; from then on it only waits to be sent. */
  signedAt: string | null
}

type NewDraft = Pick<
  ReportDraft,
  'draftId' | 'bookingId' | 'kind' | 'booking' | 'basis' | 'deposit' | 'agreement'
> & {
  now: Date
}

/** An empty report: the marks of the report before are on the car already, and the equipment was in it. */
export function newDraft({ now, ...given }: NewDraft): ReportDraft {
  const { basis, kind } = given
  return {
    version: 1,
    ...given,
    startedAt: now.toISOString(),
    step: 'photos',
    photos: [],
    marks: basis.carriedMarks,
    km: '',
    fuel: null,
    note: '',
    equipment: (kind === 'return' && basis.handover?.equipment) || EQUIPMENT,
    needsCleaning: false,
    chargeEdits: {},
    otherCharges: [],
    chargesPayment: noPayment,
    strokes: [],
    signerName: given.booking.customerName,
    signedAt: null,
  }
}

export function stepsOf(kind: ReportKind): readonly ReportStep[] {
  const left = kind === 'return' ? 'agreement' : 'charges'
  return REPORT_STEPS.filter((step) => step !== left)
}

/** The agreement in the language that the renter reads; undefined where it was never loaded. */
export function agreementOf({ agreement, language }: ReportDraft): AgreementToSign | undefined {
  const wanted = language ?? agreement?.language
  return agreement?.data.find((paper) => paper.language === wanted)
}

/** The next of the eight photos, in the order of a walk around the car. */
export function nextPosition({ photos }: ReportDraft): GuidedPosition | undefined {
  return GUIDED_POSITIONS.find(
    (position) => !photos.some((photo) => photo.position === position && !photo.problem),
  )
}

export function isNewMark({ basis }: ReportDraft, { id }: { id: string }): boolean {
  return !basis.carriedMarks.some((mark) => mark.id === id)
}

export type DraftCharge = Omit<Charge, 'amount'> & { key: string; amount: string; suggested: boolean }

/** The charges of a return: what the terms suggest, as staff changed it, and what staff added. */
export function chargesOf(draft: ReportDraft): DraftCharge[] {
  const { basis, kind } = draft
  const km = wholeNumber(draft.km)
  if (kind !== 'return') return []
  const suggested = suggestCharges({
    ...basis,
    dueAt: new Date(basis.dueAt),
    returnedAt: new Date(draft.startedAt),
    returned: { km: Number.isNaN(km) ? 0 : km, fuel: draft.fuel },
    needsCleaning: draft.needsCleaning,
    newMarks: draft.marks.filter((mark) => isNewMark(draft, mark)),
  })
  const lines = suggested.flatMap(({ amount, ...charge }): DraftCharge[] => {
    const key = charge.markId ?? charge.kind
    const edit = draft.chargeEdits[key]
    if (edit?.removed) return []
    return [
      {
        ...charge,
        key,
        what: '',
        amount: edit?.amount ?? (amount === null ? '' : String(amount)),
        suggested: true,
      },
    ]
  })
  const others = draft.otherCharges.map(
    ({ id, what, amount }): DraftCharge => ({
      key: id,
      kind: 'other',
      what,
      amount,
      quantity: null,
      markId: null,
      suggested: false,
    }),
  )
  return [...lines, ...others]
}

/** Shillings of all charges that have an amount. */
export function totalOf(charges: readonly DraftCharge[]): number {
  return charges.reduce((sum, { amount }) => sum + (typedShillings(amount) || 0), 0)
}

/** What a step still lacks, as a code; a step that lacks something can be left, but the report cannot be signed. */
export type Lack =
  | 'photos'
  | 'km'
  | 'kmUnlikely'
  | 'fuel'
  | 'chargeAmount'
  | 'chargeName'
  | 'chargesPaidBy'
  | 'chargesCode'
  | 'agreement'
  | 'signature'
  | 'signerName'

export function lackOf(draft: ReportDraft, step: ReportStep): Lack | undefined {
  return checks[step](draft)
}

/** The first step that lacks something. */
export function firstLack(draft: ReportDraft): { step: ReportStep; lack: Lack } | undefined {
  for (const step of stepsOf(draft.kind)) {
    const lack = lackOf(draft, step)
    if (lack) return { step, lack }
  }
  return undefined
}

/** Whether the typed kilometres are asked about again. */
export function isUnlikely({ km, questionedKm, basis, startedAt }: ReportDraft): boolean {
  const typed = wholeNumber(km)
  const { lastReading } = basis
  if (Number.isNaN(typed)) return false
  if (questionedKm === km) return true
  const last = lastReading && { km: lastReading.km, at: lastReading.at ? new Date(lastReading.at) : null }
  return readingProblem(last ?? null, { km: typed, at: new Date(startedAt) }) !== undefined
}

const checks: Record<ReportStep, (draft: ReportDraft) => Lack | undefined> = {
  photos: (draft) => (nextPosition(draft) ? 'photos' : undefined),
  marks: () => undefined,
  meters: (draft) => {
    if (Number.isNaN(wholeNumber(draft.km))) return 'km'
    if (isUnlikely(draft) && draft.confirmedKm !== draft.km) return 'kmUnlikely'
    return draft.fuel === null ? 'fuel' : undefined
  },
  equipment: () => undefined,
  charges: (draft) => {
    const charges = chargesOf(draft)
    if (charges.some(({ kind, what }) => kind === 'other' && what.trim() === '')) return 'chargeName'
    if (charges.some(({ amount }) => !(typedShillings(amount) >= 1))) return 'chargeAmount'
    if (charges.length === 0) return undefined
    const { paidBy, code } = draft.chargesPayment ?? noPayment
    if (paidBy === '') return 'chargesPaidBy'
    return paidBy === 'mpesa' && !isMpesaCode(code) ? 'chargesCode' : undefined
  },
  agreement: (draft) => (agreementOf(draft) ? undefined : 'agreement'),
  signature: ({ strokes, signerName }) => {
    if (signerName.trim() === '') return 'signerName'
    return isSigned({ strokes }) ? undefined : 'signature'
  },
}

/** The body of the request that completes a signed report. */
export function bodyOf(draft: ReportDraft, signedAt: string) {
  return {
    km: wholeNumber(draft.km),
    kmConfirmed: draft.confirmedKm === draft.km,
    fuel: draft.fuel ?? 0,
    note: draft.note,
    report: {
      draftId: draft.draftId,
      photoIds: photosToSend(draft).map(({ id }) => id),
      marks: [...draft.marks],
      equipment: [...draft.equipment],
      signature: { strokes: draft.strokes },
      signerName: draft.signerName,
      signedAt,
      ...languageOf(draft),
    },
  }
}

function languageOf(draft: ReportDraft): { language?: Locale } {
  const agreement = draft.kind === 'handover' ? agreementOf(draft) : undefined
  return agreement ? { language: agreement.language } : {}
}

/** The charges of the request; a line without its amount is not sent. */
export function chargesToSend(draft: ReportDraft): Charge[] {
  return chargesOf(draft).map(({ kind, what, amount, quantity, markId }) => ({
    kind,
    what,
    amount: typedShillings(amount),
    quantity,
    markId,
  }))
}

/** Photos that belong to the report: not those of a mark that was removed, nor refused ones. */
export function photosToSend({ photos, marks }: ReportDraft): DraftPhoto[] {
  return photos.filter(
    ({ problem, markId }) => !problem && (markId === null || marks.some(({ id }) => id === markId)),
  )
}
