import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { EXTRA_LIMITS, MOST_ADDITIONAL_DRIVERS, MOST_CHILD_SEATS } from '../prices/extra-limits.ts'
import { optionalLine } from '../text.ts'

const count = (most: number) => {
  const error = () => m.validation_between({ least: 0, most })
  return z._default(z.int({ error }).check(z.gte(0, { error }), z.lte(most, { error })), 0)
}

const yes = z._default(z.boolean({ error: m.validation_extra_yes_or_no }), false)

const choices = {
  chauffeur: yes,
  additionalDrivers: count(MOST_ADDITIONAL_DRIVERS),
  childSeats: count(MOST_CHILD_SEATS),
  /** The car is brought to an address at the pickup place. */
  deliveryToAddress: yes,
  /** The car is collected at an address at the drop-off place. */
  collectionFromAddress: yes,
  /** The kilometres of the package that is bought ahead. */
  extraKm: count(EXTRA_LIMITS.km),
}

/** What a customer chooses beside the car. What follows from the places of the rental is not chosen here. */
export const ExtraChoices = z.object(choices)
export type ExtraChoices = z.output<typeof ExtraChoices>

/** The same as a booking is made with it: with the addresses. */
export const BookedExtraChoices = z
  .object({ ...choices, deliveryAddress: optionalLine(200), collectionAddress: optionalLine(200) })
  .check(({ value, issues }) => {
    const missing = (path: string) =>
      issues.push({ code: 'custom', message: m.validation_extra_address(), path: [path], input: value })
    if (value.deliveryToAddress && value.deliveryAddress === '') missing('deliveryAddress')
    if (value.collectionFromAddress && value.collectionAddress === '') missing('collectionAddress')
  })
export type BookedExtraChoices = z.output<typeof BookedExtraChoices>
