import { z } from 'zod'
import { operatorsOf } from '#app/contract/call/base.ts'
import { degrees, optionalDegrees } from '#app/contract/shapes/degrees.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { Flag, listOf, RowId } from '#app/contract/shapes/shapes.ts'
import { empty, latin, optionalText, requiredLines, requiredText, Text } from '#app/contract/shapes/text.ts'
import { CONTACT_TYPES, LANGUAGES, type Language } from '#app/rules/constants.ts'
import { isTimeZone } from '#app/rules/time/time-zone.ts'

/** For operators who maintain places and contacts. */
const editors = operatorsOf('CONTENT')

const id = z.object({ id: RowId })

/** What operators can change about a city. */
export const CityFacts = z.object({
  name_fa: requiredText(60),
  name_en: requiredText(60),
  name_ar: requiredText(60),
  /** The English name where there is none. */
  name_tr: optionalText(60),
  name_de: optionalText(60),
  latitude: degrees(90),
  longitude: degrees(180),
  /** Both or neither: where its airport is, for the distance from there to a place. */
  airport_latitude: optionalDegrees(90),
  airport_longitude: optionalDegrees(180),
  /** Its position among the cities that are listed first; by default it is sorted among the others by name. */
  pinned_order: z.preprocess(
    (value) => empty(latin(value)),
    numeric({ error: 'number' }).int('number').min(1, 'min').max(99, 'max').optional(),
  ),
  hidden: Flag,
})

/** A new city; its slug and time zone cannot be changed later. */
export const NewCity = CityFacts.extend({
  slug: requiredText(60).regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'slug'),
  /** ISO 3166. */
  country: z.string({ error: 'required' }).regex(/^[A-Z]{2}$/, 'required'),
  /** One of the country's; by default a new one with the city's name. */
  province: z.preprocess(empty, RowId.optional()),
  /** IANA: `Europe/Berlin`. */
  zone: Text.min(1, 'required').refine(isTimeZone, 'time_zone'),
})

const ManagedCity = z.object({
  id: z.int(),
  slug: z.string(),
  zone: z.string(),
  name: z.string(),
  name_fa: z.string(),
  name_en: z.string(),
  name_ar: z.string(),
  name_tr: z.string().nullable(),
  name_de: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  airport_latitude: z.number().nullable(),
  airport_longitude: z.number().nullable(),
  pinned_order: z.int().nullable(),
  hidden: z.boolean(),
  /** Vehicles offered there. */
  ads: z.int(),
})

const inLanguages = <Field extends z.ZodType>(field: Field) =>
  z.object(Object.fromEntries(LANGUAGES.map((language) => [language, field])) as Record<Language, Field>)

/** A way to contact the support. */
export const ContactFacts = z.object({
  type: z.enum(CONTACT_TYPES, { error: 'required' }),
  title: inLanguages(requiredText(80)),
  description: inLanguages(requiredLines(300)),
  phone: z.preprocess(
    (value) => empty(latin(value)),
    z
      .string()
      .max(30, 'max_length')
      .regex(/^\+?[\d\s()-]{3,}$/, 'phone')
      .optional(),
  ),
  position: z.preprocess(
    (value) => empty(latin(value)),
    numeric({ error: 'number' }).int('number').min(0, 'min').max(999, 'max'),
  ),
})
const ManagedContact = z.object({
  id: z.int(),
  type: z.enum(CONTACT_TYPES),
  title: inLanguages(z.string()),
  description: inLanguages(z.string()),
  phone: z.string().nullable(),
  position: z.int(),
})

const WebAddress = z.preprocess(
  empty,
  z
    .url({ protocol: /^https$/, error: 'web_address' })
    .max(500, 'max_length')
    .optional(),
)
/** Where an app can be downloaded; the first address that is set counts. */
export const AppFacts = z.object({
  type: requiredText(20).regex(/^[A-Z_]+$/, 'app_type'),
  direct_url: WebAddress,
  url: WebAddress,
  link: WebAddress,
  file: WebAddress,
})
const ManagedApp = z.object({
  id: z.int(),
  type: z.string(),
  direct_url: z.string().nullable(),
  url: z.string().nullable(),
  link: z.string().nullable(),
  file: z.string().nullable(),
})

const Removed = z.object({ id: z.int() })

export const directory = {
  cities: editors
    .route({
      method: 'GET',
      path: '/admin/cities/',
      summary: 'All cities, also hidden ones (ours)',
      tags: ['operator'],
    })
    .output(listOf(ManagedCity)),
  addCity: editors
    .route({
      method: 'POST',
      path: '/admin/cities/',
      summary: 'Add a city to those where vehicles can be offered and found (ours)',
      tags: ['operator'],
      successStatus: 201,
    })
    .input(NewCity)
    .output(ManagedCity),
  changeCity: editors
    .route({
      method: 'PUT',
      path: '/admin/cities/{id}/',
      summary: 'Change a city’s names, position, airport, order, and whether it is shown: none is removed (ours)',
      tags: ['operator'],
    })
    .input(CityFacts.extend(id.shape))
    .output(ManagedCity),
  contacts: editors
    .route({
      method: 'GET',
      path: '/admin/contacts/',
      summary: 'Ways to reach the support, in all languages (ours)',
      tags: ['operator'],
    })
    .output(listOf(ManagedContact)),
  addContact: editors
    .route({
      method: 'POST',
      path: '/admin/contacts/',
      summary: 'Add a way to reach the support (ours)',
      tags: ['operator'],
      successStatus: 201,
    })
    .input(ContactFacts)
    .output(ManagedContact),
  changeContact: editors
    .route({
      method: 'PUT',
      path: '/admin/contacts/{id}/',
      summary: 'Change a way to reach the support (ours)',
      tags: ['operator'],
    })
    .input(ContactFacts.extend(id.shape))
    .output(ManagedContact),
  removeContact: editors
    .route({
      method: 'DELETE',
      path: '/admin/contacts/{id}/',
      summary: 'Remove a way to reach the support (ours)',
      tags: ['operator'],
    })
    .input(id)
    .output(Removed),
  apps: editors
    .route({ method: 'GET', path: '/admin/applications/', summary: 'Mobile apps (ours)', tags: ['operator'] })
    .output(listOf(ManagedApp)),
  addApp: editors
    .route({
      method: 'POST',
      path: '/admin/applications/',
      summary: 'Add a mobile app (ours)',
      tags: ['operator'],
      successStatus: 201,
    })
    .input(AppFacts)
    .output(ManagedApp),
  changeApp: editors
    .route({
      method: 'PUT',
      path: '/admin/applications/{id}/',
      summary: 'Change a mobile app’s addresses (ours)',
      tags: ['operator'],
    })
    .input(AppFacts.extend(id.shape))
    .output(ManagedApp),
  removeApp: editors
    .route({
      method: 'DELETE',
      path: '/admin/applications/{id}/',
      summary: 'Remove a mobile app (ours)',
      tags: ['operator'],
    })
    .input(id)
    .output(Removed),
}
