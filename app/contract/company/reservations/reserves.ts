import { z } from 'zod'
import { deskStaff, filteredByCompany, locking, notifying } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CompanyId, ManagedReservation } from '#app/contract/company/shapes.ts'
import { OptionalReason } from '#app/contract/company/written.ts'
import { ReservationStatus } from '#app/contract/reservations/reservations.ts'
import { CurrencyCode, listOf, Money, PageQuery, PublicId } from '#app/contract/shapes/shapes.ts'

const { STATUS_CONFLICT } = ERRORS
const acting = locking(deskStaff, 'reservation')

export const RESERVES_FILTERS = ['all', 'waiting', 'pick_ups', 'returns', 'active', 'out'] as const
export const RESERVE_ACTIONS = ['confirm', 'reject', 'picked_up', 'returned', 'no_show'] as const

export const reserves = {
  reserves: filteredByCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/business/rent/management/reserves/',
      summary: 'The company’s reservations: today’s pick-ups and returns, those waiting for an answer (ours)',
      tags: ['company'],
    })
    .input(
      PageQuery.extend({
        filter: z.enum(RESERVES_FILTERS).catch('all').default('all'),
        company: CompanyId,
      }),
    )
    .output(
      listOf(ManagedReservation).extend({
        /** The number of results for each filter. */
        counts: z.record(z.enum(RESERVES_FILTERS), z.int()),
      }),
    ),
  changeReserve: acting
    .meta(notifying(acting, 300))
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'PATCH',
      path: '/business/rent/management/reserves/{id}/',
      summary: 'Confirm, reject with a reason, picked up, returned, nobody came (ours)',
      tags: ['company'],
    })
    .input(
      z
        .object({
          id: PublicId,
          action: z.enum(RESERVE_ACTIONS, { error: 'required' }),
          reason: OptionalReason,
        })
        .superRefine(({ action, reason }, context) => {
          if (action === 'reject' && !reason)
            context.addIssue({ code: 'custom', path: ['reason'], message: 'required' })
        }),
    )
    .output(z.object({ id: PublicId, status: ReservationStatus, refund: Money, currency: CurrencyCode })),
}
