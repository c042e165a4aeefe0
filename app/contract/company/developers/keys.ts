import { z } from 'zod'
import { about, alsoFor, forCompany, keyOwners, limited, locking, owners } from '#app/contract/call/base.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { Instant, RowId } from '#app/contract/shapes/shapes.ts'
import { empty, latin, requiredText } from '#app/contract/shapes/text.ts'
import { KEY_MODES } from '#app/rules/access/api-key.ts'
import { API_SCOPES } from '#app/rules/access/api-scope.ts'
import { DAY_SECONDS } from '#app/rules/time/durations.ts'

const MOST_DAYS = 3650

/** What a new key is called, and what it may do. */
export const KeyFields = z.object({
  name: requiredText(60),
  /** Whether it works on the company's fleet, or in test mode. */
  mode: z.enum(KEY_MODES, { error: 'required' }).default('LIVE'),
  scopes: z.array(z.enum(API_SCOPES), { error: 'required' }).min(1, 'required').max(API_SCOPES.length),
  /** After how many days it ends; by default it works until it is revoked. */
  days: z.preprocess((value) => empty(latin(value)), numeric().int().min(1).max(MOST_DAYS).optional()),
})

const ApiKey = z.object({
  id: z.int(),
  name: z.string(),
  /** Its beginning, by which people recognise it. */
  hint: z.string(),
  mode: z.enum(KEY_MODES),
  scopes: z.array(z.enum(API_SCOPES)),
  /** Who made it; null if the account has no name or is deleted. */
  made_by: z.string().nullable(),
  created_at: Instant,
  /** Null: it works until it is revoked. */
  expires_at: Instant.nullable(),
  /** Null if it has not been used; exact to a minute. */
  last_used_at: Instant.nullable(),
  /** Until when the secret before the last rotation works; null if none does. */
  former_until: Instant.nullable(),
})
/** With the key itself, which no other answer contains. */
const ShownKey = ApiKey.extend({ key: z.string() })

const listing = forCompany(owners.meta(alsoFor(owners)))
const making = forCompany(keyOwners)
const rotating = locking(keyOwners, 'apiKey')

export const keys = {
  list: listing
    .route({ method: 'GET', path: '/desk/keys/', summary: 'The company’s keys for programs (ours)', tags: ['company'] })
    .input(z.object({ company: CompanyId }))
    .output(
      z.object({
        keys: z.array(ApiKey),
        /** Whether this installation has a test mode. */
        has_test_mode: z.boolean(),
      }),
    ),
  create: making
    .meta(limited(making, { bucket: 'new api key', most: 50, seconds: DAY_SECONDS }))
    .route({
      method: 'POST',
      path: '/desk/keys/',
      summary: 'A new key for a program; it is in this answer and never shown again (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(KeyFields.extend({ company: CompanyId }))
    .output(ShownKey),
  read: about(owners.meta(alsoFor(owners)), 'apiKey')
    .route({ method: 'GET', path: '/desk/keys/{id}/', summary: 'One key for programs (ours)', tags: ['company'] })
    .input(z.object({ id: RowId }))
    .output(ApiKey),
  rotate: rotating
    .meta(limited(rotating, { bucket: 'new api key', most: 50, seconds: DAY_SECONDS }))
    .route({
      method: 'POST',
      path: '/desk/keys/{id}/rotate/',
      summary: 'Another secret of the same key, shown once; the former one works for another day (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: RowId }))
    .output(ShownKey),
  revoke: locking(keyOwners, 'apiKey')
    .route({
      method: 'DELETE',
      path: '/desk/keys/{id}/',
      summary: 'The key ends everywhere and at once (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: RowId }))
    .output(z.object({ removed: z.boolean() })),
}
