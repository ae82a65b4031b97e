import * as z from 'zod/mini'
import { AnyPhone } from '../payments/payment-input.ts'
import { Email, line, optionalLine } from '../text.ts'

/** The delivery address; the page requires all fields (specification, section 5). People with one name have no last name. `phone` is the M-Pesa number. */
export const DeliveryAddress = z.object({
  firstName: line(60),
  lastName: optionalLine(60),
  email: Email,
  street: line(120),
  city: line(80),
  state: line(80),
  zipcode: line(20),
  country: line(60),
  phone: AnyPhone,
})
export type DeliveryAddress = z.output<typeof DeliveryAddress>

const optionalEmail = z.union([z.literal(''), Email])

/** The same as staff types it for somebody on the phone or at the counter: a name and a number, and what else is known. */
export const StaffAddress = z.object({
  firstName: line(60),
  lastName: optionalLine(60),
  email: z._default(optionalEmail, ''),
  street: optionalLine(120),
  city: optionalLine(80),
  state: optionalLine(80),
  zipcode: optionalLine(20),
  country: optionalLine(60),
  phone: AnyPhone,
})
export type StaffAddress = z.output<typeof StaffAddress>
