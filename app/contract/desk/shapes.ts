import { z } from 'zod'
import { ManagedReservation } from '#app/contract/agency.ts'
import { RowId } from '#app/contract/shapes.ts'
import { empty } from '#app/contract/text.ts'
import { LANGUAGES, TRUST_TYPES } from '#app/rules/constants.ts'

/** Staff mean their own company; operators name one. */
export const CompanyId = z.preprocess(empty, RowId.optional())

/** A reservation in a list of the desk. */
export const DeskLine = ManagedReservation.extend({
  /** As it is written on the vehicle; null where the company has not said. */
  plate: z.string().nullable(),
  /** The language of the booking. */
  language: z.enum(LANGUAGES),
  trust_type: z.enum(TRUST_TYPES),
  guarantee_amount: z.int(),
  /** Full minutes by which a pick-up or a return is overdue; null where none is. */
  late_minutes: z.int().nullable(),
})

export const Plate = z.string().max(20).nullable()
