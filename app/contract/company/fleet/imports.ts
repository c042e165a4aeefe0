import { z } from 'zod'
import { forCompany, limited, owners } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { CurrencyCode, Flag, Instant, listOf, Money, PageQuery, RowId } from '#app/contract/shapes/shapes.ts'
import { requiredLines, requiredText } from '#app/contract/shapes/text.ts'
import { IMPORT_LENGTH } from '#app/rules/fleet/pasted-plates.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'

const { CHANGED_MEANWHILE } = ERRORS

export const IMPORT_STATES = ['DRAFT', 'APPLIED', 'UNDONE'] as const

const Import = z.object({
  id: z.int(),
  /** The file's name. */
  name: z.string(),
  state: z.enum(IMPORT_STATES),
  created_at: Instant,
  applied_at: Instant.nullable(),
})

const Changed = z.object({
  title: z.string(),
  reference: z.string(),
  plate: z.string().nullable(),
  /** The day price of the shortest rental before and after; before is null for a new vehicle. */
  before: Money.nullable(),
  after: Money,
  /** How many of its facts differ. */
  facts: z.int(),
})

const Counts = z.object({ rows: z.int(), invalid: z.int(), created: z.int(), changed: z.int(), unchanged: z.int() })

const ReadImport = Import.extend({
  currency: CurrencyCode,
  /** What a draft would do, or null for an import that was applied. */
  preview: Counts.extend({
    /** Models and trims that are new to the site. */
    new_names: z.array(z.string()),
    error_count: z.int(),
    /** By line, the first of them: `kind` is a key of `imports.json`. */
    errors: z.array(
      z.object({
        line: z.int(),
        column: z.string().nullable(),
        kind: z.string(),
        values: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    ),
  }).nullable(),
  /** Vehicles that it creates or changes, new ones first; the first of them, and how many there are. */
  vehicles: z.array(Changed),
  vehicle_count: z.int(),
  /** Why an import that was applied cannot be undone: vehicles that were booked or changed since, or whose former plate another one has now. */
  obstacles: z.array(
    z.object({
      title: z.string(),
      plate: z.string().nullable(),
      reference: z.string().nullable(),
      why: z.enum(['BOOKED', 'CHANGED', 'PLATE']),
    }),
  ),
})

/** Fleets from CSV files (docs/fleet-import.md): looked at first, applied as a whole, and undone while nothing came to lie on it. */
export const imports = {
  list: forCompany(owners)
    .route({
      method: 'GET',
      path: '/business/rent/imports/',
      summary: 'Imported files, the latest first (ours)',
      tags: ['company'],
    })
    .input(PageQuery.extend({ company: CompanyId }))
    .output(listOf(Import)),
  upload: forCompany(owners.meta(limited(owners, { bucket: 'fleet imports', most: 60, seconds: HOUR_SECONDS })))
    .route({
      method: 'POST',
      path: '/business/rent/imports/',
      summary: 'Keep a CSV file as a draft for a day; nothing is changed (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(z.object({ company: CompanyId, name: requiredText(120), csv: requiredLines(IMPORT_LENGTH) }))
    .output(z.object({ id: z.int() })),
  read: forCompany(owners)
    .route({
      method: 'GET',
      path: '/business/rent/imports/{id}/',
      summary: 'A draft with what it would do and its errors by row, or an import with what it did (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId, id: RowId }))
    .output(ReadImport),
  apply: forCompany(owners)
    .errors({ CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/business/rent/imports/{id}/apply/',
      summary: 'Import a draft: all of it, or its valid rows (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId, id: RowId, skip_invalid: Flag }))
    .output(Counts),
  undo: forCompany(owners)
    .errors({ CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/business/rent/imports/{id}/undo/',
      summary: 'Undo an import: new vehicles leave the fleet, changed ones are as before (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId, id: RowId }))
    .output(z.object({ removed: z.int(), restored: z.int() })),
}
