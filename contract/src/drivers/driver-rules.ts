import type { Day } from '../calendar-day.ts'

/** From this age on, on the day of pickup, a person may drive a rental car. */
export const DRIVER_LEAST_AGE = 23

/** The classes of Kenyan driving licences (NTSA), motorcycles first. */
export const LICENCE_CLASSES = [
  'A1',
  'A2',
  'A3',
  'B',
  'B1',
  'B2',
  'B3',
  'C',
  'C1',
  'CE',
  'CD',
  'D1',
  'D2',
  'D3',
  'E',
  'F',
  'G',
] as const
export type LicenceClass = (typeof LICENCE_CLASSES)[number]

/** The classes whose holders may drive a passenger car: light vehicles, and the trucks and buses above them. */
const CAR_CLASSES: readonly LicenceClass[] = ['B', 'B1', 'B2', 'B3', 'C', 'C1', 'CE', 'CD', 'D1', 'D2', 'D3']

/** Why a driver may not take a rental: codes, in the order in which they are told. */
export const DRIVER_PROBLEMS = [
  'driver_too_young',
  'driver_class_insufficient',
  'driver_licence_ends',
] as const
export type DriverProblem = (typeof DRIVER_PROBLEMS)[number]

export type DriverFacts = { birthDate: Day; licenceClass: LicenceClass; licenceExpires: Day }
export type RentalDays = { pickupDay: Day; returnDay: Day }

/** Everything that keeps a driver from a rental; a licence is valid on its last day. */
export function driverProblems(driver: DriverFacts, rental: RentalDays): DriverProblem[] {
  const holds: Record<DriverProblem, boolean> = {
    driver_too_young: ageOn(driver.birthDate, rental.pickupDay) < DRIVER_LEAST_AGE,
    driver_class_insufficient: !CAR_CLASSES.includes(driver.licenceClass),
    driver_licence_ends: driver.licenceExpires < rental.returnDay,
  }
  return DRIVER_PROBLEMS.filter((problem) => holds[problem])
}

/** Full years on a day; whoever was born on 29 February turns a year older on 1 March of other years. */
export function ageOn(birthDate: Day, day: Day): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** A licence number as it is stored: in capitals, without spaces and dashes. */
export function plainLicenceNumber(text: string): string {
  return plainNumber(text)
}

/** The stored form of the number of an ID or passport: in capitals, without signs between its groups. */
export function plainIdentityNumber(text: string): string {
  return plainNumber(text)
}

function plainNumber(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Default_Ignorable_Code_Point}/.,]/gu, '')
}

/** The papers that prove who somebody is. */
export const IDENTITY_KINDS = [
  'national_id',
  'passport',
  'alien_id',
  'refugee_id',
  'east_african_id',
  'diplomatic_id',
] as const
export type IdentityKind = (typeof IDENTITY_KINDS)[number]

/** The forms of their numbers, in stored form. An East African ID is of Uganda, Tanzania, Rwanda or Burundi. */
const IDENTITY_FORMS: Record<IdentityKind, RegExp> = {
  national_id: /^\d{6,9}$/,
  passport: /^(?=.*\d)[A-Z0-9]{5,15}$/,
  alien_id: /^[A-Z]{0,2}\d{5,9}$/,
  refugee_id: /^(?=.*\d)[A-Z0-9]{5,20}$/,
  east_african_id: /^(?=.*\d)[A-Z0-9]{8,20}$/,
  diplomatic_id: /^(?=.*\d)[A-Z0-9]{4,20}$/,
}

export function isIdentityNumber(kind: IdentityKind, plain: string): boolean {
  return IDENTITY_FORMS[kind].test(plain)
}

/**
 * The forms of Kenyan licence numbers: six to nine digits, with or without DL before them (smart card), or three letters and
 * three or four digits (paper).
 */
export function isKenyanLicenceNumber(plain: string): boolean {
  return /^(?:(?:DL)?\d{6,9}|[A-Z]{3}\d{3,4})$/.test(plain)
}

/** Foreign licence numbers have no common form: 4 to 20 letters and digits, a digit among them. */
export function isForeignLicenceNumber(plain: string): boolean {
  return /^(?=.*\d)[A-Z0-9]{4,20}$/.test(plain)
}
