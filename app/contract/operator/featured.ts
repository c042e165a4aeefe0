import { z } from 'zod'
import { operatorsOf } from '#app/contract/call/base.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { Flag, IsoDate, listOf, PageQuery, RowId } from '#app/contract/shapes/shapes.ts'
import { empty, latin, Text } from '#app/contract/shapes/text.ts'

/** For operators who choose what is shown first. */
const editors = operatorsOf('CONTENT')

const id = z.object({ id: z.preprocess((value) => empty(latin(value)), RowId) })
const Place = z.preprocess(
  (value) => empty(latin(value)),
  numeric({ error: 'number' }).int('number').min(1, 'min').max(99, 'max'),
)

/** When a listing is first, and after which others; paid ones are named as adverts. */
export const FeaturedFields = z.object({
  place: Place,
  start_date: IsoDate,
  end_date: z.preprocess(empty, IsoDate.optional()),
  paid: Flag,
})

const Featured = z.object({
  id: z.int(),
  title: z.string(),
  company: z.string(),
  city: z.string(),
  place: z.int(),
  start_date: IsoDate,
  end_date: IsoDate.nullable(),
  paid: z.boolean(),
  /** HIDDEN: it is its time, but the listing is not offered. */
  status: z.enum(['COMING', 'NOW', 'OVER', 'HIDDEN']),
})

export const featured = {
  list: editors
    .route({
      method: 'GET',
      path: '/admin/featured/',
      summary: 'Featured listings by city, in the order in which they are shown (ours)',
      tags: ['operator'],
    })
    .input(PageQuery.extend({ q: z.preprocess(empty, Text.max(100).optional()) }))
    .output(listOf(Featured).extend({ most: z.int() })),
  set: editors
    .route({
      method: 'PUT',
      path: '/admin/featured/{id}/',
      summary: 'Put a listing first in its city for some time: at most three of a category on one day (ours)',
      tags: ['operator'],
    })
    .input(FeaturedFields.extend(id.shape))
    .output(Featured),
  remove: editors
    .route({
      method: 'DELETE',
      path: '/admin/featured/{id}/',
      summary: 'Put a listing back among the others (ours)',
      tags: ['operator'],
    })
    .input(id)
    .output(z.object({ id: z.int(), removed: z.boolean() })),
}
