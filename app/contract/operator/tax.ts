import { z } from 'zod'
import { operatorsOf } from '#app/contract/call/base.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { CurrencyCode, IsoDate, Money } from '#app/contract/shapes/shapes.ts'
import { DAC7_PROBLEMS } from '#app/rules/money/dac7.ts'

const ofMoney = operatorsOf('MONEY')

const Quarter = z.object({
  /** In cents: credited to the company, after fees. */
  paid: Money,
  fees: Money,
  rentals: z.int(),
})

/** A company in the yearly report of the European Union's directive DAC7. */
const Seller = z.object({
  company: z.object({ id: z.int(), name: z.string() }),
  city: z.string(),
  /** As the report has it. */
  city_en: z.string(),
  country: z.string(),
  legal_id: z.string().nullable(),
  address: z.string().nullable(),
  zip_code: z.string().nullable(),
  legal_name: z.string().nullable(),
  tax_number: z.string().nullable(),
  /** Outside the Union it is not reported. */
  is_reported: z.boolean(),
  /** What is missing or wrong; an incomplete seller is not in the file. */
  problems: z.array(z.enum(DAC7_PROBLEMS)),
  quarters: z.tuple([Quarter, Quarter, Quarter, Quarter]),
})

export const tax = {
  vat: ofMoney
    .route({
      method: 'GET',
      path: '/admin/tax/vat/',
      summary: 'Invoices of some days less their credit notes, by place and rate of value added tax (ours)',
      tags: ['operator'],
    })
    .input(z.object({ from: IsoDate, to: IsoDate }))
    .output(
      z.object({
        places: z.array(
          z.object({
            /** Of the country, or of the city where it has a rate of its own. */
            name: z.string(),
            country: z.string(),
            is_zone: z.boolean(),
            /** Null where no rate is known; its tax is then 0. */
            percent: z.int().nullable(),
            currency: CurrencyCode,
            /** Without the tax, in the minor unit; negative where more was credited than invoiced. */
            base: Money,
            tax: Money,
            invoices: z.int(),
            credit_notes: z.int(),
          }),
        ),
      }),
    ),
  dac7: ofMoney
    .route({
      method: 'GET',
      path: '/admin/tax/dac7/',
      summary: 'What companies earned in a year by quarter, and what of them is missing for the report (ours)',
      tags: ['operator'],
    })
    .input(z.object({ year: numeric().int().min(2020).max(2100) }))
    .output(
      z.object({
        year: z.int(),
        sellers: z.array(Seller),
      }),
    ),
}
