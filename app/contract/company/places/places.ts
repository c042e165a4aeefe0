import { z } from 'zod'
import { about, deskStaff, forCompany, owners } from '#app/contract/call/base.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { optionalDegrees } from '#app/contract/shapes/degrees.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { CurrencyCode, Money, RowId } from '#app/contract/shapes/shapes.ts'
import { empty, grouped, latin, Text } from '#app/contract/shapes/text.ts'
import { LANGUAGES, PLACE_KINDS } from '#app/rules/constants.ts'

/** The name and address of a place in one language. */
export const PLACE_TEXTS = { name: Text.max(80, 'max_length'), address: Text.max(200, 'max_length') }

/** A text in each language, at least one of them. */
const wording = (text: typeof Text) =>
  z
    .partialRecord(z.enum(LANGUAGES), text, { error: 'required' })
    .refine((texts) => Object.values(texts).some(Boolean), 'required')

const Fee = z.preprocess(
  (value) => empty(grouped(value)),
  numeric({ error: 'number' }).int('number').min(0, 'min').max(1_000_000_000, 'max'),
)

/** Where a company hands over, as it describes the place; fees in the minor unit of its own currency. */
export const PlaceFields = z.object({
  city: z.preprocess(empty, RowId),
  kind: z.preprocess(empty, z.enum(PLACE_KINDS, { error: 'required' })),
  name: wording(PLACE_TEXTS.name),
  address: wording(PLACE_TEXTS.address),
  phone: z.preprocess(
    (value) => (value === '' || value === null ? null : latin(value)),
    z
      .string()
      .regex(/^\+?[\d\s-]{5,20}$/, 'phone')
      .nullable()
      .optional(),
  ),
  receive_fee: Fee.default(0),
  return_fee: Fee.default(0),
  latitude: optionalDegrees(90),
  longitude: optionalDegrees(180),
})

const Wording = z.partialRecord(z.enum(LANGUAGES), z.string())

/** A place as its company sees it. */
export const OwnPlace = z.object({
  id: z.int(),
  kind: z.enum(PLACE_KINDS),
  city: z.object({ id: z.int(), name: z.string() }),
  name: Wording,
  address: Wording,
  /** The name in the caller's language. */
  title: z.string(),
  phone: z.string().nullable(),
  receive_fee: Money,
  return_fee: Money,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  paused: z.boolean(),
  /** Reservations with a future hand-over or return there. */
  upcoming: z.int(),
})

/** Where a company hands over. */
const OwnPlaces = z.object({
  currency: CurrencyCode,
  /** Open ones first. */
  places: z.array(OwnPlace),
})

export const places = {
  names: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/places/',
      summary: 'The company’s places by name, for its filters and forms (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId }))
    .output(z.object({ places: z.array(z.object({ id: z.int(), name: z.string() })) })),
  list: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/places/own/',
      summary: 'Where the company hands over and takes back, with fees, paused places too (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId }))
    .output(OwnPlaces),
  add: forCompany(owners)
    .route({
      method: 'POST',
      path: '/desk/places/own/',
      summary: 'Hand over at another place (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(PlaceFields.extend({ company: CompanyId }).strict())
    .output(OwnPlace),
  change: about(owners, 'place')
    .route({
      method: 'PATCH',
      path: '/desk/places/own/{id}/',
      summary: 'Change what was sent of a place, pause it or open it again; reservations that were made stay (ours)',
      tags: ['company'],
    })
    .input(
      PlaceFields.omit({ city: true })
        .partial()
        // Without the defaults of a new place: a missing fee stays as it is.
        .extend({ receive_fee: Fee.optional(), return_fee: Fee.optional() })
        .extend({ id: RowId, paused: z.boolean().optional() })
        .strict(),
    )
    .output(OwnPlace),
}
