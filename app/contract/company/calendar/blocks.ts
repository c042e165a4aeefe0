import { z } from 'zod'
import { about, deskStaff, filteredByCompany } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { IsoDate, listOf, PageQuery, RowId, SlotTime } from '#app/contract/shapes/shapes.ts'
import { empty, latin, optionalText } from '#app/contract/shapes/text.ts'
import { BLOCK_PURPOSES } from '#app/rules/time/fleet-calendar.ts'

const { VEHICLE_TAKEN } = ERRORS

export const Block = z.object({
  id: z.int(),
  ad: z.object({ id: z.int(), title: z.string(), picture: z.string() }),
  start_date: IsoDate,
  start_time: z.string(),
  end_date: IsoDate,
  end_time: z.string(),
  note: z.string().nullable(),
  /** Null where nobody said. */
  purpose: z.enum(BLOCK_PURPOSES).nullable(),
})

/** Dates on which a vehicle is not rented, in its city's local time. */
export const BlockFields = z.object({
  ad: z.preprocess((value) => empty(latin(value)), RowId),
  start_date: IsoDate,
  start_time: SlotTime,
  end_date: IsoDate,
  end_time: SlotTime,
  /** What it is blocked for. */
  purpose: z.preprocess(empty, z.enum(BLOCK_PURPOSES, { error: 'invalid' }).optional()),
  /** The reason in words, for the company's own staff. */
  note: optionalText(80),
})

export const blocks = {
  blocks: filteredByCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/business/rent/management/blocks/',
      summary: 'The company’s blocked dates that are not over (ours)',
      tags: ['company'],
    })
    .input(PageQuery.extend({ company: CompanyId }))
    .output(listOf(Block)),
  block: about(deskStaff, 'vehicle', 'ad')
    .errors({ VEHICLE_TAKEN })
    .route({
      method: 'POST',
      path: '/business/rent/management/blocks/',
      summary: 'Block dates of a vehicle, in the local time of its city (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(BlockFields)
    .output(Block),
  unblock: about(deskStaff, 'block')
    .route({
      method: 'DELETE',
      path: '/business/rent/management/blocks/{id}/',
      summary: 'Free blocked dates (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: RowId }))
    .output(z.object({ id: z.int(), removed: z.boolean() })),
}
