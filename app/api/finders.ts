import type { Finders } from './call/admission/things.ts'
import { managedCompany, oneManagedCompany } from './company/managed-company.ts'
import { lockOwn, readOwn } from './reservations/read/own.ts'

/** How each thing that a call may be about is found, by the room that has it. */
export const finders: Finders = {
  reservation: { read: readOwn, lock: lockOwn },
  company: { read: async (_db, named, { person }) => oneManagedCompany(person, named) },
  companyFilter: { read: async (_db, named, { person }) => managedCompany(person, named) },
}
