import { z } from 'zod'
import { CONTACT_TYPES } from '#app/rules/constants.ts'
import { maybeSignedIn, publicRead, publicReadOfPrimary } from './call/base.ts'
import { Instant, listOf } from './shapes/shapes.ts'

/** A support contact (§3). */
const Contact = z.object({
  id: z.int(),
  type: z.enum(CONTACT_TYPES),
  title: z.string(),
  phone: z.string().nullable(),
  description: z.string(),
  order: z.int(),
})

/** A mobile app (§3); the last USER entry is the download link of the footer (§7). */
const MobileApp = z.object({
  type: z.string(),
  direct_url: z.string().nullable(),
  url: z.string().nullable(),
  link: z.string().nullable(),
  file: z.string().nullable(),
})

/** What people do here, as they would name it. */
export const SITE_SERVICES = ['search', 'booking', 'payment', 'messages', 'chat'] as const
/** LATE: it works, and something waits for longer than it should. */
export const SERVICE_STATES = ['OK', 'LATE', 'DOWN'] as const

export const site = {
  status: publicReadOfPrimary
    .route({ method: 'GET', path: '/status/', summary: 'What of the site works now', tags: ['site'] })
    .output(
      z.object({
        checked_at: Instant,
        services: z.array(z.object({ service: z.enum(SITE_SERVICES), state: z.enum(SERVICE_STATES) })),
        incident: z.string().nullable(),
      }),
    ),
  contactData: publicRead
    .route({ method: 'GET', path: '/admin/contact-data', summary: 'Support contacts', tags: ['site'] })
    .output(listOf(Contact)),
  apps: maybeSignedIn
    .route({
      method: 'GET',
      path: '/admin/management/admins/applications/',
      summary: 'Mobile apps; those for companies to their staff and operators',
      tags: ['site'],
    })
    .output(listOf(MobileApp)),
  bankOrigins: publicRead
    .route({
      method: 'GET',
      path: '/gateway/origins/',
      summary: 'Origins of the banks to which payments lead: the policy of a site must name them',
      tags: ['site'],
    })
    .output(z.object({ origins: z.array(z.string()) })),
}
