import { z } from 'zod'
import { Driver } from '#app/contract/reservations/reservations.ts'
import { requiredText } from '#app/contract/shapes/text.ts'

/** What finds a voucher: its readable number and the phone of the booking (decisions.md, "Identity and access"). */
export const FindForm = z.object({
  number: requiredText(20),
  country_code: Driver.shape.country_code,
  phone: Driver.shape.phone,
})
