import descriptions from './descriptions.json' with { type: 'json' }

/** By a name: of a shape, of a property in one shape (`Offer.type`), or of a property or parameter anywhere. */
const DESCRIPTIONS: Record<string, string | undefined> = descriptions

/** Names of one kind, each with what they have in common. */
const KINDS: [RegExp, string][] = [
  [/^debit_/, 'The account that this event debits.'],
  [/^credit_/, 'The account that this event credits.'],
  [/^n\d+$/, 'How many notes or coins of this value.'],
]

/**
 * What a shape, property or parameter means; undefined where nothing is known of it.
 * @param shape the named shape that has the property, or the property in which it is
 */
export function descriptionOf(name: string, shape = ''): string | undefined {
  return DESCRIPTIONS[`${shape}.${name}`] ?? DESCRIPTIONS[name] ?? KINDS.find(([names]) => names.test(name))?.[1]
}

/** What holds for all calls, said once: units, times, ids. Source: decisions.md, "Renting"; spec.md, §3 and §9. */
export const CONVENTIONS =
  'Amounts are whole numbers in the minor unit of their `currency`: toman of IRT, cents of EUR. Instants (`…_at`, `…_until`, `at`) are ' +
  'ISO 8601 in UTC, days ISO 8601, times half hours, both in the local time of the rental’s place, whose IANA zone is `zone`. ' +
  '`category` 2 is cars, 5 motorbikes. `payable_now` is paid online at the booking, `due_at_desk` at the pick-up; a vehicle is held for it until `hold_until`. `start_…` is the pick-up, `end_…` the return. `id` is the key of a thing, `number` its readable number for people, `slug` its part of ' +
  'addresses. `phone` is national digits, `country_code` the dial code. `name` is in the requested language (Accept-Language: fa, en, ar, tr, de).'

/** Names that `CONVENTIONS` explains, and those that are plain beside their schema. */
const EXPLAINED = new Set(
  (
    'amount total currency days start_date start_time end_date end_time created_at at zone id number slug phone country_code name ' +
    'name_fa name_en name_ar email address results category language token company national_id internet extra_driver ' +
    'supplemental_insurance child_seat_count guarantee_amount trust_type gateway zip_code updated answer body ads data verified ' +
    'count reference picture sha256 licence channels difference department payable_now due_at_desk hold_until'
  ).split(' '),
)

/** Whether a name says enough by itself or is explained for all calls, so that its description says nothing new. */
export function isPlain(name: string, description: string): boolean {
  const joined = name.toLowerCase().replaceAll('_', '')
  const words = description.toLowerCase().match(/[a-z0-9]+/g) ?? []
  if (EXPLAINED.has(name) || /^(is|may|has)_/.test(name)) return true
  return words.every((word) => SMALL_WORDS.has(word) || joined.includes(word.replace(/s$/, '')))
}

const SMALL_WORDS = new Set(
  'the a an of it its is was are be whether when what that there in at for to as on by or and who has how'.split(' '),
)
