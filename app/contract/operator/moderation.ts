import { z } from 'zod'
import { notifying, operatorsOf } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { Instant, listOf, PageQuery, RowId } from '#app/contract/shapes/shapes.ts'
import { optionalLines } from '#app/contract/shapes/text.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { VEHICLE_STATES } from '#app/rules/search/vehicle-state.ts'
import { Reason } from './people.ts'

/** For operators who moderate what companies and people publish. */
const moderators = operatorsOf('CONTENT', 'SUPPORT')

const { VEHICLE_STATE } = ERRORS

const id = z.object({ id: RowId })
const Company = z.object({ id: z.int(), name: z.string() })
/** What is on the site, or what an operator took down; newest first. */
const Shown = PageQuery.extend({ show: z.enum(['all', 'taken_down']).catch('all').default('all') })
/** The same, or what waits for an operator's look. */
const ShownListings = PageQuery.extend({
  show: z.enum(['all', 'waiting', 'taken_down']).catch('all').default('all'),
})
/** A refusal has a reason. */
export const ListingLook = z.object({
  decision: z.enum(['APPROVE', 'REFUSE'], { error: 'required' }),
  reason: optionalLines(500),
})
const Judgement = id.extend({ taken_down: z.boolean(), reason: Reason })

const ModeratedPhoto = z.object({
  id: z.int(),
  /** The key of its pictures. */
  key: z.string(),
  alt: z.string().nullable(),
  added_at: Instant,
  taken_down_at: Instant.nullable(),
  taken_down_reason: z.string().nullable(),
  vehicle: z.object({ id: z.int(), title: z.string(), category: z.int() }),
  company: Company,
})

const ModeratedListing = z.object({
  id: z.int(),
  title: z.string(),
  category: z.int(),
  year: z.int(),
  picture: z.string(),
  created_at: Instant,
  state: z.enum(VEHICLE_STATES),
  taken_down_reason: z.string().nullable(),
  city: z.string(),
  /** The company's description, in the languages that it has. */
  about: z.array(z.object({ language: z.enum(LANGUAGES), text: z.string() })),
  company: Company,
})

export const moderation = {
  photos: moderators
    .route({
      method: 'GET',
      path: '/admin/photos/',
      summary: 'Photos of vehicles, the newest first; one that copies of a vehicle share comes once (ours)',
      tags: ['operator'],
    })
    .input(Shown)
    .output(listOf(ModeratedPhoto)),
  photo: moderators
    .route({
      method: 'GET',
      path: '/admin/photos/{id}/',
      summary: 'One photo of a vehicle (ours)',
      tags: ['operator'],
    })
    .input(id)
    .output(ModeratedPhoto),
  judgePhoto: moderators
    .meta(notifying(moderators, 300))
    .route({
      method: 'PATCH',
      path: '/admin/photos/{id}/',
      summary: 'Take a photo from the site or put it back, with a reason that its company reads (ours)',
      tags: ['operator'],
    })
    .input(Judgement)
    .output(ModeratedPhoto),
  listings: moderators
    .route({
      method: 'GET',
      path: '/admin/vehicles/',
      summary: 'Listings, the newest first (ours)',
      tags: ['operator'],
    })
    .input(ShownListings)
    .output(listOf(ModeratedListing)),
  listing: moderators
    .route({ method: 'GET', path: '/admin/vehicles/{id}/', summary: 'One listing (ours)', tags: ['operator'] })
    .input(id)
    .output(
      ModeratedListing.extend({
        coming: z.int(),
        /** Other listings of a new company that wait with this one. */
        waiting_too: z.int(),
      }),
    ),
  lookAtListing: moderators
    .meta(notifying(moderators, 300))
    .errors({ VEHICLE_STATE })
    .route({
      method: 'POST',
      path: '/admin/vehicles/{id}/look/',
      summary:
        'Approve one of a new company’s first listings, with which all that wait go on offer, or refuse it with a reason (ours)',
      tags: ['operator'],
    })
    .input(
      ListingLook.extend({ id: RowId }).superRefine(({ decision, reason }, context) => {
        if (decision === 'REFUSE' && !reason)
          context.addIssue({ code: 'custom', path: ['reason'], message: 'required' })
      }),
    )
    .output(ModeratedListing),
  judgeListing: moderators
    .meta(notifying(moderators, 300))
    .errors({ VEHICLE_STATE })
    .route({
      method: 'PATCH',
      path: '/admin/vehicles/{id}/',
      summary:
        'Take a listing from the site or put it back as it was, with a reason that its company reads; reservations stay (ours)',
      tags: ['operator'],
    })
    .input(Judgement)
    .output(ModeratedListing),
}
