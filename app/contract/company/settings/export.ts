import { z } from 'zod'
import { forCompany, limited, owners } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'

/** Personal data of all customers at once: only for owners who have just proven their second factor, and for operators who may do everything. */
const exporting = forCompany(
  owners
    .meta({
      ...limited(owners, { bucket: 'company export', most: 6, seconds: HOUR_SECONDS }),
      recheck: true,
      operator: [],
    })
    .errors({ RECHECK_NEEDED: ERRORS.RECHECK_NEEDED }),
)

export const exported = {
  exportData: exporting
    .route({
      method: 'POST',
      path: '/desk/export/',
      summary:
        'All data of the company as a zip of CSV files with an index of its documents; the log keeps who had it (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId }))
    .output(z.file()),
}
