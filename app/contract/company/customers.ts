import { z } from 'zod'
import { about, deskStaff, forCompany, locking } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CompanyId, Plate } from '#app/contract/company/shapes.ts'
import { GivenReason } from '#app/contract/company/written.ts'
import { ReservationStatus } from '#app/contract/reservations/reservations.ts'
import { CurrencyCode, Instant, IsoDate, listOf, Money, PageQuery, PublicId } from '#app/contract/shapes/shapes.ts'
import { optionalText } from '#app/contract/shapes/text.ts'
import { LANGUAGES } from '#app/rules/constants.ts'

const { CHANGED_MEANWHILE } = ERRORS

/** The groups of a company's customers; OUT: with a vehicle now. */
export const CUSTOMER_VIEWS = ['ALL', 'OUT', 'BLOCKED'] as const

/** Somebody whose booking the company has accepted. */
const CompanyCustomer = z.object({
  /** Their latest reservation, as the company knows it: the key of a person within this company. */
  id: PublicId,
  fullname: z.string(),
  phone: z.string(),
  language: z.enum(LANGUAGES),
  /** Reservations that are future, under way or completed. */
  rentals: z.int(),
  /** When the latest one begins. */
  last_date: IsoDate,
  is_out: z.boolean(),
  is_blocked: z.boolean(),
})

const CustomerRental = z.object({
  id: PublicId,
  number: z.string(),
  status: ReservationStatus,
  title: z.string(),
  plate: Plate,
  start_date: IsoDate,
  end_date: IsoDate,
  currency: CurrencyCode,
  total: Money,
  /** Of the rent, online and at the desk, less refunds. */
  paid: Money,
})

const CustomerRead = CompanyCustomer.extend({
  /** Why the company takes no more bookings of them. */
  block: z.object({ reason: z.string(), by: z.string().nullable(), at: Instant }).nullable(),
  /** The latest first, at most 100. */
  trips: z.array(CustomerRental),
  /** What was paid for all of them, by currency. */
  sums: z.array(z.object({ currency: CurrencyCode, paid: Money })),
  /** What colleagues wrote at their reservations, the latest first, at most 50. */
  notes: z.array(z.object({ id: z.int(), body: z.string(), by: z.string().nullable(), at: Instant })),
})

/** For colleagues: the customer never reads it. */
export const BlockReason = z.object({ reason: GivenReason })

const reading = about(deskStaff, 'reservation')
const changing = locking(deskStaff, 'reservation').errors({ CHANGED_MEANWHILE })
const id = z.object({ id: PublicId })

export const customers = {
  list: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/customers/',
      summary: 'The company’s customers by phone or name, the latest first, in pages (ours)',
      tags: ['company'],
    })
    .input(
      PageQuery.extend({
        company: CompanyId,
        q: optionalText(80).catch(undefined),
        view: z.enum(CUSTOMER_VIEWS).default('ALL').catch('ALL'),
      }),
    )
    .output(listOf(CompanyCustomer)),
  read: reading
    .route({
      method: 'GET',
      path: '/desk/customers/{id}/',
      summary: 'One customer by any of their reservations with the company: rentals, sums paid, notes (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(CustomerRead),
  block: changing
    .route({
      method: 'POST',
      path: '/desk/customers/{id}/block/',
      summary: 'Take no more bookings of a customer, at this company only; existing ones stay (ours)',
      tags: ['company'],
    })
    .input(id.extend(BlockReason.shape))
    .output(CustomerRead),
  unblock: changing
    .route({
      method: 'POST',
      path: '/desk/customers/{id}/unblock/',
      summary: 'Take bookings of a blocked customer again (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(CustomerRead),
}
