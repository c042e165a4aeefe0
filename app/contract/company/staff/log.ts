import { forCompany, owners } from '#app/contract/call/base.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { AuditEntry, AuditFilters } from '#app/contract/operator/audit.ts'
import { listOf } from '#app/contract/shapes/shapes.ts'

export const log = {
  log: forCompany(owners)
    .route({
      method: 'GET',
      path: '/desk/log/',
      summary: 'Who of the company’s staff changed what and when, newest first (ours)',
      tags: ['company'],
    })
    .input(AuditFilters.extend({ company: CompanyId }))
    .output(listOf(AuditEntry)),
}
