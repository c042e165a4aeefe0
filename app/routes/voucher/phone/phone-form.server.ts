import { z } from 'zod'
import { Driver } from '#app/contract/reservations/reservations.ts'

/** The phone of a booking, as its own form has it. */
export const PhoneForm = z.object({ country_code: Driver.shape.country_code, phone: Driver.shape.phone })
