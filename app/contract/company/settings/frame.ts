import { z } from 'zod'
import { allStaff, forCompany } from '#app/contract/call/base.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { CurrencyCode } from '#app/contract/shapes/shapes.ts'
import { COMPANY_ROLES } from '#app/rules/access/company-role.ts'

export const frame = {
  frame: forCompany(allStaff)
    .route({
      method: 'GET',
      path: '/desk/',
      summary: 'The company, the caller’s role there, and how much work waits (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId }))
    .output(
      z.object({
        company: z.object({
          id: z.int(),
          name: z.string(),
          city: z.string(),
          /** Not approved: nothing of it is found or can be booked. */
          suspended: z.boolean(),
          /** New: its first listings wait until an operator has looked at them. */
          awaits_look: z.boolean(),
          currency: CurrencyCode,
        }),
        /** Null for operators. */
        role: z.enum(COMPANY_ROLES).nullable(),
        /** Names of the owners, whom other staff ask for what their role may not do; empty for owners and operators. */
        owners: z.array(z.string()),
        waiting: z.int(),
        late: z.int(),
        /** Customers who wait for an answer in a chat. */
        messages: z.int(),
      }),
    ),
}
