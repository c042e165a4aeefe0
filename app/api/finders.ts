import { findAvatar } from './account/profile/avatar.ts'
import { findKey } from './account/second-factor/keys.ts'
import { findSession } from './account/sign-in/sessions.ts'
import { findAlert } from './alerts/own-alerts.ts'
import type { Finders } from './call/admission/things.ts'
import { readRoom } from './chat/room.ts'
import { lockKey, readKey } from './company/developers/find-key.ts'
import { lockWebhook, readDelivery, readWebhook } from './company/developers/webhooks/find-webhook.ts'
import {
  lockColleague,
  readBlock,
  readClosedDays,
  readColleague,
  readFeed,
  readFleetPart,
  readInvitation,
  readListener,
  readPlace,
  readSeason,
  readSource,
} from './company/find-things.ts'
import { lockPhoto, lockVehicle, readPhoto, readVehicle } from './company/fleet/find-vehicle.ts'
import { lockFine, readFine } from './company/fleet/fines/match.ts'
import { managedCompany, oneManagedCompany } from './company/managed-company.ts'
import { findView } from './company/reservations/views.ts'
import { readOwnPayment } from './payments/own-payments.ts'
import { findGuarantee } from './reservations/read/deposit.ts'
import { lockOwn, readOwn } from './reservations/read/own.ts'
import { findAttachment } from './support/attachments.ts'
import { lockTicket, readTicket } from './support/ticket-rows.ts'

/** How each thing that a call can be about is found, by the room that has it. */
export const finders: Finders = {
  reservation: { read: readOwn, lock: lockOwn },
  company: { read: (db, named, { person }) => oneManagedCompany(db, person, named) },
  companyFilter: { read: (db, named, { person }) => managedCompany(db, person, named) },
  vehicle: { read: readVehicle, lock: lockVehicle },
  photo: { read: readPhoto, lock: lockPhoto },
  fleetPart: { read: readFleetPart },
  block: { read: readBlock },
  season: { read: readSeason },
  feed: { read: readFeed },
  source: { read: readSource },
  place: { read: readPlace },
  closedDays: { read: readClosedDays },
  colleague: { read: readColleague, lock: lockColleague },
  invitation: { read: readInvitation },
  listener: { read: readListener },
  payment: { read: readOwnPayment },
  ticket: { read: readTicket, lock: lockTicket },
  fine: { read: readFine, lock: lockFine },
  room: { read: readRoom },
  attachment: { read: findAttachment },
  avatar: { read: findAvatar },
  session: { read: findSession },
  securityKey: { read: findKey },
  savedView: { read: findView },
  apiKey: { read: readKey, lock: lockKey },
  webhook: { read: readWebhook, lock: lockWebhook },
  webhookDelivery: { read: readDelivery },
  priceAlert: { read: findAlert },
  guarantee: { read: findGuarantee },
}
