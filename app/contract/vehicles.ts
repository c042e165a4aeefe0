import { z } from 'zod'
import { RentalTime } from './ads.ts'
import { publicRead } from './call/base.ts'
import { CurrencyId, listOf, Named, RowId } from './shapes/shapes.ts'

const BodyType = z.object({
  id: z.int(),
  slug: z.string(),
  category: z.int(),
  name: z.string(),
  ads: z.int(),
  price_from: z.int().nullable(),
})
const Choice = z.object({ value: z.string(), name: z.string() })

/**
 * A field of the search (§3): `several` takes any of its choices, `one` a single one, `date` a day and `amount` a day price
 * in the requested currency's minor unit, both without choices.
 */
export const SearchFilterShape = z.object({
  filter: z.string(),
  name: z.string(),
  takes: z.enum(['one', 'several', 'date', 'amount']),
  choices: z.array(Choice),
})

export const vehicles = {
  adTypes: publicRead
    .route({
      method: 'GET',
      path: '/business/rent/management/ad_types/',
      summary: 'Body types with the lowest day price, of three days or of the dates named',
      tags: ['vehicles'],
    })
    .input(z.object({ currency: CurrencyId, category: RowId.optional(), ...RentalTime.shape }))
    .output(listOf(BodyType)),
  brands: publicRead
    .route({
      method: 'GET',
      path: '/vehicles/brands/',
      summary: 'Brands with their models and trims',
      tags: ['vehicles'],
    })
    .input(z.object({ category: RowId.optional() }))
    .output(
      listOf(
        Named.extend({
          slug: z.string(),
          models: z.array(Named.extend({ slug: z.string(), trims: z.array(Named.extend({ slug: z.string() })) })),
        }),
      ),
    ),
  filters: publicRead
    .route({
      method: 'GET',
      path: '/filters/',
      summary: 'Every field of the search with the values on offer, in one category or all',
      tags: ['vehicles'],
    })
    .input(z.object({ category: RowId.optional() }))
    .output(listOf(SearchFilterShape)),
}
