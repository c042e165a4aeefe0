import type { Finders } from './call/admission/things.ts'
import { lockOwn, readOwn } from './reservations/read/own.ts'

/** How each thing that a call may be about is found, by the room that has it. */
export const finders: Finders = {
  reservation: { read: readOwn, lock: lockOwn },
}
