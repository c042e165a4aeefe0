import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Cover } from '#app/contract/shapes/cover.ts'
import type { Company } from '#app/db/connection/schema.ts'

type Row = Pick<Selectable<Company>, 'cover' | 'excess' | 'excess_insured' | 'insurance_price'>

/** What a company's insurances pay, as the contract defines it; `priced` converts its amounts. */
export function coverOf(row: Row, priced: (amount: number | null) => number | null): z.infer<typeof Cover> {
  return {
    levels: row.cover,
    excess: { basic: priced(row.excess), insured: priced(row.excess_insured) },
    insurance_price: priced(row.insurance_price),
  }
}
