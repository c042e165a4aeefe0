import { z } from 'zod'
import { deskStaff, forCompany, limited, owners } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { DueFields } from '#app/contract/company/fleet/due.ts'
import { PlateText, VehicleFacts, withDefault } from '#app/contract/company/fleet/shapes.ts'
import { optionalTags, TagsText } from '#app/contract/company/fleet/tags.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { CurrencyCode, FuelRule, Money, RowId, TrustType } from '#app/contract/shapes/shapes.ts'
import { empty, grouped, optionalText, requiredLines, requiredText } from '#app/contract/shapes/text.ts'
import { PLATE_ROWS_MAX, PLATES_LENGTH, PLATES_MAX, pastedPlates } from '#app/rules/fleet/pasted-plates.ts'
import { COMPANY_TAGS_MAX, TAG_LENGTH } from '#app/rules/fleet/vehicle-tags.ts'
import { DAY_PRICE_MAX, PRICE_CHANGES } from '#app/rules/money/changed-prices.ts'
import { ID_LIST_LENGTH, idsOf } from '#app/rules/search/id-list.ts'
import { VEHICLE_PROPERTIES } from '#app/rules/search/vehicle-property.ts'
import { VEHICLE_STATES } from '#app/rules/search/vehicle-state.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'

const { CHANGED_MEANWHILE } = ERRORS

/** Numbers of vehicles as `idListOf` writes them: `3-8,12`. */
const Chosen = requiredText(ID_LIST_LENGTH).transform((list, context) => {
  const ids = idsOf(list)
  if (ids) return ids
  context.addIssue({ code: 'custom', message: 'required' })
  return z.NEVER
})

const Vehicle = z.object({
  id: z.int(),
  title: z.string(),
  plate: z.string().nullable(),
  state: z.enum(VEHICLE_STATES),
  /** Reservations under way and to come. */
  bookings: z.int(),
})

const Tiers = z.object({ p1: Money, p3: Money, p7: Money, p14: Money, p30: Money })

export const STATE_ACTIONS = ['pause', 'resume'] as const
const StateAction = z.object({ company: CompanyId, ids: Chosen, action: z.enum(STATE_ACTIONS, { error: 'required' }) })

const DueOfMany = DueFields.extend({ company: CompanyId, ids: Chosen })

/** A change of day prices; `value` is a whole percentage or an amount in the minor unit. */
const PriceChange = z.object({
  company: CompanyId,
  ids: Chosen,
  kind: z.enum(PRICE_CHANGES, { error: 'required' }),
  value: z.preprocess(
    grouped,
    numeric({ error: ({ input }) => (input === undefined ? 'required' : 'number') })
      .int('number')
      .min(1, 'min')
      .max(DAY_PRICE_MAX, 'max'),
  ),
  /** What prices are rounded to, in the minor unit: one of `ROUNDING_STEPS` of the company's currency. */
  step: numeric({ error: 'required' }).int('number'),
})

/** What is missing or empty stays as it is. */
export const TermsChange = z.object({
  company: CompanyId,
  ids: Chosen,
  city: z.preprocess(empty, RowId.optional()),
  /** Kilometres per day in the price; 0 for no limit. */
  mileage_per_day: withDefault(0, 5000),
  extra_km_price: withDefault(0, DAY_PRICE_MAX),
  fuel_rule: z.preprocess(empty, FuelRule.optional()),
  min_driver_age: VehicleFacts.shape.min_driver_age,
  min_licence_years: VehicleFacts.shape.min_licence_years,
  /** Minutes between two rentals. */
  gap_minutes: withDefault(0, 2880),
  trust_type: z.preprocess(empty, TrustType.optional()),
  /** Only with its kind, and irrelevant without a guarantee. */
  guarantee_amount: VehicleFacts.shape.guarantee_amount,
  /** Equipment that they all have from now on, and that none has. */
  properties: z.partialRecord(z.enum(VEHICLE_PROPERTIES), z.boolean()).optional(),
})

/** Changes of many of a company's vehicles at once. Reservations that were made keep what was agreed. */
export const many = {
  choose: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/business/rent/fleet/chosen/',
      summary: 'The numbers of the vehicles that a filter finds, to choose them all (ours)',
      tags: ['company'],
    })
    .input(
      z.object({
        company: CompanyId,
        q: optionalText(80).catch(undefined),
        state: z.enum(VEHICLE_STATES).optional().catch(undefined),
        tag: optionalText(TAG_LENGTH).catch(undefined),
      }),
    )
    .output(z.object({ ids: z.string() })),
  byPlates: forCompany(
    deskStaff.meta(limited(deskStaff, { bucket: 'plates pasted', most: 120, seconds: HOUR_SECONDS })),
  )
    .route({
      method: 'POST',
      path: '/business/rent/fleet/plates/',
      summary: 'Which of these plates the company’s vehicles have; nothing is created (ours)',
      tags: ['company'],
    })
    .input(
      z.object({
        company: CompanyId,
        /** As pasted from a sheet, one a line. */
        plates: requiredLines(PLATES_LENGTH).transform((text, context) => {
          const plates = pastedPlates(text)
          if (plates.length <= PLATES_MAX) return plates
          context.addIssue({ code: 'custom', message: 'too_many_plates' })
          return z.NEVER
        }),
      }),
    )
    .output(
      z.object({
        ids: z.string(),
        found: z.array(Vehicle),
        /** As typed, in their order, each once. */
        unknown: z.array(z.string()),
      }),
    ),
  setPlates: forCompany(deskStaff)
    .errors({ CHANGED_MEANWHILE })
    .route({
      method: 'PATCH',
      path: '/business/rent/fleet/plates/',
      summary: 'Set the plates of several vehicles, all or none; two may exchange theirs (ours)',
      tags: ['company'],
    })
    .input(
      z.object({
        company: CompanyId,
        rows: z
          .array(
            z.object({
              id: RowId,
              /** Missing for none. */
              plate: z.preprocess(empty, PlateText.optional()),
              /** The plate that it is to replace. */
              seen: optionalText(20),
            }),
          )
          .min(1, 'required')
          .max(PLATE_ROWS_MAX, 'max_length'),
      }),
    )
    .output(z.object({ changed: z.int() })),
  previewState: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/business/rent/fleet/state/',
      summary: 'Which of the chosen vehicles would be paused or put back on offer (ours)',
      tags: ['company'],
    })
    .input(StateAction)
    .output(z.object({ changing: z.array(Vehicle), staying: z.array(Vehicle) })),
  setState: forCompany(deskStaff)
    .route({
      method: 'POST',
      path: '/business/rent/fleet/state/',
      summary: 'Pause the chosen vehicles or put them back on offer; their reservations stay (ours)',
      tags: ['company'],
    })
    .input(StateAction)
    .output(z.object({ changed: z.int(), stayed: z.int() })),
  setTerms: forCompany(deskStaff)
    .route({
      method: 'POST',
      path: '/business/rent/fleet/terms/',
      summary: 'Change terms, city and equipment of the chosen vehicles; reservations keep theirs (ours)',
      tags: ['company'],
    })
    .input(TermsChange)
    .output(z.object({ changed: z.int() })),
  tags: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/business/rent/fleet/tags/',
      summary: 'The tags of the company’s vehicles, or of the chosen ones, and how many have each (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId, ids: Chosen.optional() }))
    .output(z.object({ tags: z.array(z.object({ tag: z.string(), vehicles: z.int() })) })),
  setTags: forCompany(deskStaff)
    .route({
      method: 'POST',
      path: '/business/rent/fleet/tags/',
      summary: 'Add tags to the chosen vehicles and take others away; travellers do not see them (ours)',
      tags: ['company'],
    })
    .input(
      z.object({
        company: CompanyId,
        ids: Chosen,
        /** Divided by commas. A tag that the company spells another way keeps its spelling. */
        add: TagsText,
        /** Divided by commas. */
        remove: optionalTags(COMPANY_TAGS_MAX * (TAG_LENGTH + 2), COMPANY_TAGS_MAX),
      }),
    )
    .output(z.object({ changed: z.int() })),
  previewDue: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/business/rent/fleet/due/',
      summary: 'Which of the chosen vehicles would get a paper or a work that falls due (ours)',
      tags: ['company'],
    })
    .input(DueOfMany)
    .output(z.object({ changing: z.array(Vehicle), staying: z.array(Vehicle) })),
  addDue: forCompany(deskStaff)
    .route({
      method: 'POST',
      path: '/business/rent/fleet/due/',
      summary: 'Enter a paper or a work that falls due for those of the chosen vehicles that have none (ours)',
      tags: ['company'],
    })
    .input(DueOfMany)
    .output(z.object({ changed: z.int(), stayed: z.int() })),
  previewPrices: forCompany(owners)
    .route({
      method: 'GET',
      path: '/business/rent/fleet/prices/',
      summary: 'What a change by percent or amount would make of the chosen vehicles’ day prices (ours)',
      tags: ['company'],
    })
    .input(PriceChange)
    .output(
      z.object({
        currency: CurrencyCode,
        /** Vehicles whose prices would change. */
        count: z.int(),
        /** Vehicles for which the change leads to no valid price; with any, none can be changed. */
        refused: z.int(),
        /** Reservations under way and to come, which keep their prices. */
        bookings: z.int(),
        /** Those refused first, then those with reservations; the first of them. */
        first: z.array(
          Vehicle.extend({
            before: Tiers,
            /** Null where a price would be nothing, or more than a day may cost. */
            after: Tiers.nullable(),
          }),
        ),
        /** Stands for the prices as they were seen. */
        seen: z.string(),
      }),
    ),
  setPrices: forCompany(owners)
    .errors({ CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/business/rent/fleet/prices/',
      summary: 'Change the chosen vehicles’ day prices as previewed; reservations keep theirs (ours)',
      tags: ['company'],
    })
    .input(PriceChange.extend({ seen: requiredText(64) }))
    .output(z.object({ changed: z.int() })),
}
