import { api } from '#app/api/call/context.ts'
import { auditEntries } from '#app/api/company/staff/log.ts'

/** Every write by staff and operators, and whose data they opened, newest first, filtered by thing, person or days if given. */
export const auditLog = api.operator.audit.list.handler(({ input, context }) => auditEntries(context.deps.db, input))
