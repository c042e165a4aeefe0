import type { Finders } from './call/admission/things.ts'
import { lockPhoto, lockVehicle, readPhoto, readVehicle } from './company/fleet/find-vehicle.ts'
import { managedCompany, oneManagedCompany } from './company/managed-company.ts'
import { lockOwn, readOwn } from './reservations/read/own.ts'

/** How each thing that a call may be about is found, by the room that has it. */
export const finders: Finders = {
  reservation: { read: readOwn, lock: lockOwn },
  company: { read: async (_db, named, { person }) => oneManagedCompany(person, named) },
  companyFilter: { read: async (_db, named, { person }) => managedCompany(person, named) },
  vehicle: { read: readVehicle, lock: lockVehicle },
  photo: { read: readPhoto, lock: lockPhoto },
}
