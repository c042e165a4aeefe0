import { z } from 'zod'
import { about, forCompany, limited, locking, owners, signedIn } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { Instant, PublicId, RowId } from '#app/contract/shapes/shapes.ts'
import { requiredText, Text } from '#app/contract/shapes/text.ts'
import { COMPANY_ROLES } from '#app/rules/access/company-role.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#app/rules/time/durations.ts'

const { LAST_OWNER, ALREADY_STAFF } = ERRORS

const Role = z.enum(COMPANY_ROLES, { error: 'required' })

/** Who is invited to work for the company, by phone or e-mail address, with which role. */
export const InvitationFields = z.object({ contact: requiredText(254), role: Role })
/** Another role of somebody who works there. */
export const RoleChange = z.object({ id: PublicId, role: Role })

const Invitation = z.object({
  id: z.int(),
  role: Role,
  /** A phone or an e-mail address. */
  contact: z.string(),
  created_at: Instant,
  expires_at: Instant,
})

const inviting = forCompany(owners)

export const staff = {
  list: forCompany(owners)
    .route({ method: 'GET', path: '/desk/staff/', summary: 'Who works for the company (ours)', tags: ['company'] })
    .input(z.object({ company: CompanyId }))
    .output(
      z.object({
        people: z.array(
          z.object({
            id: PublicId,
            name: z.string().nullable(),
            phone: z.string(),
            role: Role,
            is_self: z.boolean(),
            seen_at: Instant.nullable(),
            /** The last ones, newest first, at most ten of the last 90 days. */
            sign_ins: z.array(z.object({ at: Instant, device: z.string() })),
          }),
        ),
        invitations: z.array(Invitation),
      }),
    ),
  invite: inviting
    .meta(limited(inviting, { bucket: 'staff invitation', most: 20, seconds: DAY_SECONDS }))
    .errors({ ALREADY_STAFF })
    .route({
      method: 'POST',
      path: '/desk/staff/invitations/',
      summary: 'Ask somebody to work for the company, by SMS or e-mail; once more: another link (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(InvitationFields.extend({ company: CompanyId }))
    .output(Invitation),
  withdrawInvitation: about(owners, 'invitation')
    .route({
      method: 'DELETE',
      path: '/desk/staff/invitations/{id}/',
      summary: 'The link of an invitation ends (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: RowId }))
    .output(z.object({ removed: z.boolean() })),
  change: locking(owners, 'colleague')
    .errors({ LAST_OWNER })
    .route({
      method: 'PATCH',
      path: '/desk/staff/{id}/',
      summary: 'Another role; the last owner stays one (ours)',
      tags: ['company'],
    })
    .input(RoleChange)
    .output(RoleChange),
  remove: locking(owners, 'colleague')
    .errors({ LAST_OWNER })
    .route({
      method: 'DELETE',
      path: '/desk/staff/{id}/',
      summary: 'Somebody works for the company no more, from this moment on (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: PublicId }))
    .output(z.object({ removed: z.boolean() })),
  invitation: signedIn
    .meta(limited(signedIn, { bucket: 'invitation', most: 60, seconds: HOUR_SECONDS }))
    .route({
      method: 'GET',
      path: '/desk/invitations/{token}/',
      summary: 'Who asks for what, for whoever has the link (ours)',
      tags: ['company'],
    })
    .input(z.object({ token: Text.min(20).max(100) }))
    .output(z.object({ company: z.string(), role: Role })),
  acceptInvitation: signedIn
    .meta(limited(signedIn, { bucket: 'invitation', most: 60, seconds: HOUR_SECONDS }))
    .errors({ ALREADY_STAFF })
    .route({
      method: 'POST',
      path: '/desk/invitations/{token}/',
      summary: 'Work for the company from now on; the link is good for one person (ours)',
      tags: ['company'],
    })
    .input(z.object({ token: Text.min(20).max(100) }))
    .output(z.object({ role: Role })),
}
