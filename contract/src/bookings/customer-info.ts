import * as z from 'zod/mini'
import { AnyPhone } from '../payments/payment-input.ts'
import { Email, line, optionalLine } from '../text.ts'

/** Who drives, as it is sent. A file of its own: the booking page loads its schema, and nothing else with it. */
export const CustomerInfo = z.object({
  firstName: line(60),
  lastName: optionalLine(60),
  email: Email,
  phone: AnyPhone,
  licenseNumber: optionalLine(40),
  address: optionalLine(200),
})
export type CustomerInfo = z.output<typeof CustomerInfo>

/** The same as far as it is filled in. */
export const PartialCustomerInfo = z.partial(CustomerInfo)
