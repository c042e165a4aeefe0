import { z } from 'zod'
import { deskStaff, forCompany, owners } from '#app/contract/call/base.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'

/** A new company's steps until its first listing, in this order. */
export const ONBOARDING_STEPS = ['place', 'hours', 'terms', 'bank', 'vehicle', 'photo'] as const

const Onboarding = z.object({
  /** Null once all are done, and for companies that did not begin with an application. */
  onboarding: z
    .object({
      done: z.array(z.enum(ONBOARDING_STEPS)),
      /** Hours before the pick-up until which a cancellation is free, and until which it costs half. */
      terms: z.object({ free_until_hours: z.int(), half_until_hours: z.int() }),
      /** The first vehicle, which has no photos; null if there is none yet. */
      vehicle: z.int().nullable(),
    })
    .nullable(),
})

export const onboarding = {
  onboarding: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/onboarding/',
      summary: 'What a new company still has to do until its first listing (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId }))
    .output(Onboarding),
  confirmTerms: forCompany(owners)
    .route({
      method: 'POST',
      path: '/desk/onboarding/terms/',
      summary: 'A new company says yes to its cancellation terms (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId }))
    .output(Onboarding),
}
