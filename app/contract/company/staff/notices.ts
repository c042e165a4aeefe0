import { z } from 'zod'
import { about, deskStaff, forCompany } from '#app/contract/call/base.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { COMPANY_ROLES } from '#app/rules/access/company-role.ts'
import { CHANNELS } from '#app/rules/messages/notifications.ts'
import { STAFF_EVENT_NAMES } from '#app/rules/messages/staff-notices.ts'

const Ways = z.array(z.enum(CHANNELS)).max(CHANNELS.length, 'max')
const Choices = z.partialRecord(z.enum(STAFF_EVENT_NAMES), Ways)

/** A member of a company's staff and how they are notified of what. */
const Listener = z.object({
  id: PublicId,
  name: z.string().nullable(),
  phone: z.string(),
  role: z.enum(COMPANY_ROLES),
  is_self: z.boolean(),
  /** The channels that reach them now. */
  reached_by: Ways,
  /** What they can be notified of, each with its channels. */
  choices: Choices,
  /** Whether somebody chose these; otherwise they follow from the account's settings. */
  is_chosen: z.boolean(),
})

export const notices = {
  notices: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/notices/',
      summary: 'Who of the staff hears of what by which way; the desk sees itself, owners see all (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId }))
    .output(z.object({ people: z.array(Listener) })),
  setNotices: about(deskStaff, 'listener')
    .route({
      method: 'PUT',
      path: '/desk/notices/{id}/',
      summary: 'Set by which ways somebody hears of what; owners for all, others for themselves (ours)',
      tags: ['company'],
    })
    .input(z.strictObject({ id: PublicId, choices: Choices }))
    .output(Listener),
}
