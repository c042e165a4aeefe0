import { z } from 'zod'
import { Driver } from '#app/contract/reservations.ts'

/** What finds a voucher: its readable number and the phone of the booking (decisions.md, "Identity and access"). */
export const FindForm = z.object({
  number: z.string({ error: 'required' }).trim().min(1, 'required').max(20, 'max_length'),
  country_code: Driver.shape.country_code,
  phone: Driver.shape.phone,
})
