import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { DeskMoney, Protocol, ProtocolPhoto } from '#app/contract/company/protocols.ts'
import type { DB } from '#app/db/connection/schema.ts'
import {
  type DeskMoneyRow,
  depositHeld,
  deskMoneyOf,
  type PhotoRow,
  type ProtocolRow,
  receivedOf,
} from '#app/db/protocol.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { freeDeposit } from '#app/rules/reservation/charges/dispute.ts'
import { pricesIn } from '#app/rules/reservation/protocol.ts'
import { shownProposals } from './proposals.ts'

/** All records about a reservation: with photos, the desk's money, and proposals. */
export async function recordsOf(
  db: Kysely<DB>,
  reservation: ReservationRow,
  reader: { isCustomer: boolean; now: Date },
) {
  const { id } = reservation
  const [protocols, photos, money, proposals] = await Promise.all([
    db
      .selectFrom('protocol')
      .selectAll()
      .where('reservation_id', '=', id)
      .where('undone_at', 'is', null)
      .orderBy('done_at')
      .execute(),
    db
      .selectFrom('protocol_photo')
      .selectAll()
      .where('reservation_id', '=', id)
      .where('protocol_id', 'is not', null)
      .orderBy('arrived_at')
      .orderBy('id')
      .execute(),
    deskMoneyOf(db, id),
    db
      .selectFrom('proposal')
      .selectAll()
      .where('reservation_id', '=', id)
      // A draft is the company's alone, and leaves no trace once it is deleted.
      .where((where) =>
        reader.isCustomer
          ? where('sent_at', 'is not', null)
          : where.or([where('sent_at', 'is not', null), where('status', '=', 'DRAFT')]),
      )
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ])
  const held = depositHeld(money)
  return {
    protocols: protocols.map((row) => shownProtocol(row, { photos, money })),
    proposals: await shownProposals(db, proposals, reader),
    deposit_held: held,
    deposit_free: freeDeposit(held, proposals),
    received: receivedOf(money),
    currency: currencyIn(reservation),
  }
}

/** A hand-over protocol with its photos and amounts. The odometer is in km. */
export function shownProtocol(
  row: ProtocolRow,
  { photos, money }: { photos: readonly PhotoRow[]; money: readonly DeskMoneyRow[] },
): z.infer<typeof Protocol> {
  const { id, kind, odometer, fuel, charge, keys, kit, known, marks, note, handed_by, received_by } = row
  return {
    ...{ id, kind, odometer, fuel, charge, keys, kit, known, marks, note, handed_by, received_by },
    terms: pricesIn(row.terms),
    done_at: row.done_at.toISOString(),
    corrections: row.corrections.map(({ by: _, ...shown }) => shown),
    photos: photos.filter(({ protocol_id }) => protocol_id === id).map(shownPhoto),
    money: money.filter(({ protocol_id }) => protocol_id === id).map(shownMoney),
  }
}

/** A photo of a protocol; `width` and `height` are in pixels. */
export function shownPhoto(row: PhotoRow): z.infer<typeof ProtocolPhoto> {
  const { id, view, sha256, taken_at, arrived_at, clock_ahead, width, height } = row
  const times = { taken_at: taken_at?.toISOString() ?? null, arrived_at: arrived_at.toISOString(), clock_ahead }
  const device_sha256 = row.hashed_by_device ? row.source_sha256 : null
  return { id, view, sha256, device_sha256, ...times, width, height }
}

function shownMoney({ purpose, way, amount, reference, at }: DeskMoneyRow): z.infer<typeof DeskMoney> {
  return { purpose, way, amount, reference, at: at.toISOString() }
}
