import { z } from 'zod'
import { PLACE_KINDS } from '#app/rules/constants.ts'
import { isSepaName } from '#app/rules/money/sepa-text.ts'
import { APPLICATION_DOCUMENTS, APPLICATION_STATUSES, RENTED_KINDS } from '#app/rules/text/partner-application.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#app/rules/time/durations.ts'
import { limited, signedIn } from './call/base.ts'
import { ERRORS } from './call/errors.ts'
import { BankAccount } from './shapes/iban.ts'
import { numeric } from './shapes/number.ts'
import { Instant, PublicId, RowId } from './shapes/shapes.ts'
import { empty, latin, requiredText } from './shapes/text.ts'

const { ALREADY_STAFF, APPLICATION_SENT } = ERRORS

const chosen = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(empty, schema)

/** At least one Latin letter. The first part excludes Latin letters, so that the pattern takes linear time. */
const LATIN_NAME = /^[0-9 .,&'()+-]*[A-Za-z][A-Za-z0-9 .,&'()+-]*$/
const PlaceKind = z.enum(PLACE_KINDS, { error: 'required' })
const Kind = z.enum(RENTED_KINDS, { error: 'required' })

/** Each step of an application, with the fields of its form. */
export const APPLICATION_FORMS = {
  company: z.object({
    company_name: requiredText(80),
    /** In Latin letters, for the address of the company's page. */
    latin_name: requiredText(80).regex(LATIN_NAME, 'latin_name'),
    legal_name: requiredText(120),
    /** National id, registration or tax number, depending on the country. */
    legal_id: z.preprocess(latin, requiredText(30).regex(/^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u, 'invalid')),
  }),
  contact: z.object({ contact_name: requiredText(80) }),
  place: z.object({
    city: chosen(RowId.refine((id) => !Number.isNaN(id), 'required')),
    place_kind: chosen(PlaceKind),
    place_name: requiredText(80),
    address: requiredText(300),
  }),
  fleet: z.object({
    kinds: z.preprocess(
      (given) => (given === undefined || given === '' ? [] : [given].flat()),
      z.array(Kind).min(1, 'required').max(RENTED_KINDS.length, 'max'),
    ),
    vehicles: z.preprocess(
      (given) => empty(latin(given)),
      numeric({ error: ({ input }) => (input === undefined ? 'required' : 'number') })
        .int('number')
        .min(1, 'min')
        .max(2000, 'max'),
    ),
  }),
  /** Both or neither: the account can be added later. */
  bank: z
    .object({
      bank_holder: z.preprocess(empty, BankAccount.shape.holder.optional()),
      iban: z.preprocess(empty, BankAccount.shape.iban.optional()),
    })
    .superRefine(({ bank_holder, iban }, context) => {
      const lacking = bank_holder && !iban ? 'iban' : iban && !bank_holder ? 'bank_holder' : undefined
      if (lacking) context.addIssue({ code: 'custom', path: [lacking], message: 'required' })
      if (bank_holder && iban && !iban.startsWith('IR') && !isSepaName(bank_holder))
        context.addIssue({ code: 'custom', path: ['bank_holder'], message: 'latin_name' })
    }),
}

/** A document of an applicant: a re-encoded picture, or a PDF. */
const ApplicationDocument = z.object({
  id: PublicId,
  document: z.enum(APPLICATION_DOCUMENTS),
  name: z.string(),
  /** In bytes. */
  size: z.int(),
})

/** The fields of an application; null for those not entered yet. */
export const ApplicationFields = z.object({
  company_name: z.string().nullable(),
  latin_name: z.string().nullable(),
  legal_name: z.string().nullable(),
  legal_id: z.string().nullable(),
  contact_name: z.string().nullable(),
  city: z.int().nullable(),
  city_name: z.string().nullable(),
  place_kind: PlaceKind.nullable(),
  place_name: z.string().nullable(),
  address: z.string().nullable(),
  kinds: z.array(Kind),
  vehicles: z.int().nullable(),
  bank_holder: z.string().nullable(),
  iban: z.string().nullable(),
  /** The oldest first. */
  documents: z.array(ApplicationDocument),
})

export const ApplicationStatus = z.enum(APPLICATION_STATUSES)

/** One's own application to become a partner. */
export const OwnApplication = z.object({
  /** The latest one; null without any. */
  application: ApplicationFields.extend({
    status: ApplicationStatus,
    changed_at: Instant,
    sent_at: Instant.nullable(),
    decided_at: Instant.nullable(),
    /** Why it was rejected, as the operator wrote it. */
    reason: z.string().nullable(),
    /** The fields that are required before it can be sent. */
    missing: z.array(z.string()),
  }).nullable(),
  /** The caller's own phone, at which we call the partner. */
  phone: z.string(),
  phone_proven: z.boolean(),
  /** The person works for a company or as an operator, and needs no application. */
  is_staff: z.boolean(),
})

const write = limited(signedIn, { bucket: 'partner draft', most: 120, seconds: HOUR_SECONDS })
const { company, contact, place, fleet, bank } = APPLICATION_FORMS

export const partners = {
  application: signedIn
    .route({
      method: 'GET',
      path: '/partners/application/',
      summary: 'One’s own application to become a partner (ours)',
      tags: ['partners'],
    })
    .output(OwnApplication),
  saveApplication: signedIn
    .meta(write)
    .errors({ ALREADY_STAFF, APPLICATION_SENT })
    .route({
      method: 'PATCH',
      path: '/partners/application/',
      summary:
        'Keep what one or more steps say as a draft; after a rejection a new one begins with what the old one said (ours)',
      tags: ['partners'],
    })
    .input(
      z
        .object({
          ...{ ...company.shape, ...contact.shape, ...place.shape, ...fleet.shape },
        })
        .partial()
        .extend({
          /** Null removes the account. */
          bank: bank.nullable().optional(),
        }),
    )
    .output(OwnApplication),
  addDocument: signedIn
    .meta(limited(signedIn, { bucket: 'partner document', most: 40, seconds: HOUR_SECONDS }))
    .errors({ ALREADY_STAFF, APPLICATION_SENT })
    .route({
      method: 'POST',
      path: '/partners/application/documents/',
      summary:
        'Add a document to the draft: multipart, at most 10 MB, jpeg, png or a PDF without scripts; for operators alone (ours)',
      tags: ['partners'],
    })
    .input(z.object({ document: z.enum(APPLICATION_DOCUMENTS), file: z.file({ error: 'required' }) }))
    .output(OwnApplication),
  removeDocument: signedIn
    .meta(write)
    .errors({ ALREADY_STAFF, APPLICATION_SENT })
    .route({
      method: 'DELETE',
      path: '/partners/application/documents/{id}/',
      summary: 'Remove a document from the draft (ours)',
      tags: ['partners'],
    })
    .input(z.object({ id: PublicId }))
    .output(OwnApplication),
  sendApplication: signedIn
    .meta(limited(signedIn, { bucket: 'partner application', most: 10, seconds: DAY_SECONDS }))
    .errors({ ALREADY_STAFF, APPLICATION_SENT })
    .route({
      method: 'POST',
      path: '/partners/application/',
      summary: 'Send the draft to the operators; all of it must be there, and the phone proven (ours)',
      tags: ['partners'],
    })
    .input(z.object({ consent: z.literal(true, { error: 'required' }) }))
    .output(OwnApplication),
}
