import { z } from 'zod'
import { forCompany, owners } from '#app/contract/call/base.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { IsoDate } from '#app/contract/shapes/shapes.ts'
import { empty, optionalText, requiredText, Text } from '#app/contract/shapes/text.ts'
import { LANGUAGES, type Language, NEEDS_CITY_NAMES } from '#app/rules/constants.ts'
import { KEPT_YEARS } from '#app/rules/identity/kept-customers.ts'
import { TAX_FORMS } from '#app/rules/identity/tax-number.ts'

const KeptYears = z.literal(KEPT_YEARS, { error: 'invalid' })
/** A form sends the number as text. */
const numberOrNone = (given: unknown) =>
  typeof given === 'string' && /^\d$/.test(given) ? Number(given) : empty(given)

const NAME_LENGTH = 80
const Name = Text.max(NAME_LENGTH, 'max_length').optional()
/** Names are required in the languages in which cities have one; readers of the others see the English one. */
const Names = z.strictObject(
  Object.fromEntries(LANGUAGES.map((one) => [one, NEEDS_CITY_NAMES[one] ? requiredText(NAME_LENGTH) : Name])) as Record<
    Language,
    typeof Name
  >,
)

/** What a company says of itself in law; what is left out becomes unknown. Numbers are checked by the country of its city. */
export const DetailsUpdate = z.strictObject({
  company: CompanyId,
  name: Names,
  /** The language of messages to the company's own phone; without it the one that most people read in its city. */
  message_language: z.preprocess(empty, z.enum(LANGUAGES).optional()),
  address: optionalText(200),
  zip_code: optionalText(20),
  legal_id: optionalText(30),
  tax_number: optionalText(30),
  licence: optionalText(40),
  licence_until: z.preprocess(empty, IsoDate.optional()),
  /** Left out, it stays. */
  keep_customers_years: z.preprocess(numberOrNone, KeptYears.optional()),
})

const CompanyDetails = z.object({
  name: z.record(z.enum(LANGUAGES), z.string()),
  /** Its name in the commercial register, which operators keep: payouts are compared with it. */
  legal_name: z.string().nullable(),
  message_language: z.enum(LANGUAGES).nullable(),
  address: z.string().nullable(),
  zip_code: z.string().nullable(),
  legal_id: z.string().nullable(),
  tax_number: z.string().nullable(),
  /** Which kind of tax number its country has. */
  tax_form: z.enum(TAX_FORMS),
  licence: z.string().nullable(),
  licence_until: IsoDate.nullable(),
  /** Whether travellers see the licence: it has one that is valid today. */
  licence_shown: z.boolean(),
  /** Its city, whose time zone counts for everything that happens there. */
  city: z.string(),
  country: z.string(),
  zone: z.string(),
  /** How long after the last rental a customer is in the company's list, with its notes and block. */
  keep_customers_years: KeptYears,
})

export const details = {
  details: forCompany(owners)
    .route({
      method: 'GET',
      path: '/agency/details/',
      summary: 'Name, address, tax data and licence of the company (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId }))
    .output(CompanyDetails),
  changeDetails: forCompany(owners)
    .route({
      method: 'PATCH',
      path: '/agency/details/',
      summary: 'Change name, address, tax data and licence of the company (ours)',
      tags: ['company'],
    })
    .input(DetailsUpdate)
    .output(CompanyDetails),
}
