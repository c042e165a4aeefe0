import { z } from 'zod'
import { about, anybody, deskStaff, forCompany, forFleetPart, limited } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { Instant, RowId } from '#app/contract/shapes/shapes.ts'
import { empty, latin, Text } from '#app/contract/shapes/text.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'

const { TOO_MANY_CALENDARS } = ERRORS
/** Calendar programs poll every few minutes, from the address of a whole office. */
const READS_A_MINUTE = 60

/** What is wrong with an external calendar, or with one of its events: keys of `locales/<language>/feeds.json`. */
export const SOURCE_PROBLEMS = [
  ...(['address', 'private', 'unreachable', 'status', 'redirects', 'too_large', 'too_slow'] as const),
  ...(['no_calendar', 'too_many', 'too_complex'] as const),
] as const
export const WRONG_EVENTS = ['backwards', 'year', 'no_time', 'recurrence'] as const

const Vehicle = z.object({ id: z.int(), title: z.string(), plate: z.string().nullable() })

const Feed = z.object({
  id: z.int(),
  /** Null for all vehicles. */
  vehicle: Vehicle.nullable(),
  address: z.string(),
  changed_at: Instant,
})

const Source = z.object({
  id: z.int(),
  vehicle: Vehicle,
  /** Without its secret part. */
  host: z.string(),
  /** Null until it was read for the first time. */
  checked_at: Instant.nullable(),
  problem: z.enum(SOURCE_PROBLEMS).nullable(),
  /** When one that was too complex is tried again; null if it is read as often as the others. */
  next_at: Instant.nullable(),
  events: z.int(),
  wrong: z.array(z.object({ reason: z.enum(WRONG_EVENTS), summary: z.string().nullable() })),
  /** Reservations that overlap with it. */
  conflicts: z.array(
    z.object({
      reservation: z.string(),
      number: z.string(),
      fullname: z.string(),
      summary: z.string().nullable(),
      start_at: Instant,
      end_at: Instant,
    }),
  ),
  zone: z.string(),
})

/** A calendar's address as people copy it: `webcal:` means `https:`. */
const Address = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().replace(/^webcals?:/i, 'https:') : value),
  z
    .string({ error: 'required' })
    .min(1, 'required')
    .max(2000, 'max_length')
    .refine((text) => /^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : ''), 'calendar_address'),
)

/** The vehicle whose calendar is shared; by default all of the company's. */
export const FeedFields = z.object({ ad: z.preprocess((value) => empty(latin(value)), RowId.optional()) })

/** An external calendar that is read for a vehicle. */
export const SourceFields = z.object({ ad: z.preprocess((value) => empty(latin(value)), RowId), address: Address })

const making = forFleetPart(deskStaff)
const adding = about(deskStaff, 'vehicle', 'ad')

export const feeds = {
  feeds: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/feeds/',
      summary: 'Calendars given out and taken in (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId }))
    .output(z.object({ feeds: z.array(Feed), sources: z.array(Source) })),
  makeFeed: making
    .meta(limited(making, { bucket: 'calendar feed', most: 100, seconds: HOUR_SECONDS }))
    .route({
      method: 'POST',
      path: '/desk/feeds/',
      summary: 'A secret address for the calendar of a vehicle or of all; the former one ends (ours)',
      tags: ['company'],
    })
    .input(FeedFields.extend({ company: CompanyId }))
    .output(Feed),
  removeFeed: about(deskStaff, 'feed')
    .route({ method: 'DELETE', path: '/desk/feeds/{id}/', summary: 'Ends an address (ours)', tags: ['company'] })
    .input(z.object({ id: RowId }))
    .output(z.object({ removed: z.boolean() })),
  addSource: adding
    .meta(limited(adding, { bucket: 'calendar source', most: 60, seconds: HOUR_SECONDS }))
    .errors({ TOO_MANY_CALENDARS })
    .route({
      method: 'POST',
      path: '/desk/sources/',
      summary: 'Take in another calendar of a vehicle, every ten minutes (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(SourceFields)
    .output(z.object({ id: z.int() })),
  removeSource: about(deskStaff, 'source')
    .route({
      method: 'DELETE',
      path: '/desk/sources/{id}/',
      summary: 'Stop taking in a calendar; what it blocked is free again (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: RowId }))
    .output(z.object({ removed: z.boolean() })),
  feedEvents: anybody
    .meta(limited(anybody, { bucket: 'calendar read', most: READS_A_MINUTE, seconds: 60 }))
    .route({
      method: 'GET',
      path: '/desk/feeds/{token}/events/',
      summary: 'What a calendar at a secret address holds, without names of customers (ours)',
      tags: ['company'],
    })
    .input(z.object({ token: Text.min(3).max(100) }))
    .output(
      z.object({
        name: z.string(),
        events: z.array(
          z.object({ uid: z.string(), start: Instant, end: Instant, changed: Instant, summary: z.string() }),
        ),
      }),
    ),
}
