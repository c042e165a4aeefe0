import type { Kysely, Selectable, UpdateObject } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import type { DB, PartnerApplication } from '#app/db/connection/schema.ts'
import { nameOf } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import {
  type ApplicationActor,
  type ApplicationDocument,
  type ApplicationStatus,
  mayChangeApplication,
} from '#app/rules/text/partner-application.ts'

export type ApplicationRow = Selectable<PartnerApplication>

/** A query for applications with the name of their city. */
export function applicationRows(db: Kysely<DB>) {
  return db
    .selectFrom('partner_application')
    .leftJoin('city', 'city.id', 'partner_application.city_id')
    .selectAll('partner_application')
    .select(CITY_NAMES)
    .select((select) =>
      jsonArrayFrom(
        select
          .selectFrom('attachment')
          .select(['attachment.id', 'attachment.name', 'attachment.bytes as size'])
          .select((of) => of.ref('attachment.document').$castTo<ApplicationDocument>().as('document'))
          .whereRef('attachment.application_id', '=', 'partner_application.id')
          .orderBy('attachment.created_at')
          .orderBy('attachment.id'),
      ).as('documents'),
    )
}

/** The fields that both the applicant and the operators see. */
export function shownFields(
  row: Awaited<ReturnType<ReturnType<typeof applicationRows>['execute']>>[number],
  language: Language,
) {
  const { company_name, latin_name, legal_name, legal_id, contact_name, city_id } = row
  const { place_kind, place_name, address, kinds, vehicles, bank_holder, iban, documents } = row
  return {
    ...{ company_name, latin_name, legal_name, legal_id, contact_name, city: city_id },
    city_name: nameOf(row, language) || null,
    ...{ place_kind, place_name, address, kinds, vehicles, bank_holder, iban, documents },
  }
}

type Change = { to: ApplicationStatus; actor: ApplicationActor; set: Omit<Columns, 'status'> }
type Columns = UpdateObject<DB, 'partner_application', 'partner_application'>

/**
 * The only writer of an application's status; the caller holds its lock. Throws APPLICATION_SENT or APPLICATION_DECIDED
 * for a change that the table of transitions does not allow.
 */
export async function changeApplication(tx: Tx, row: ApplicationRow, { to, actor, set }: Change): Promise<void> {
  if (!mayChangeApplication(row.status, to, actor)) {
    throw actor === 'APPLICANT' ? errors.APPLICATION_SENT() : errors.APPLICATION_DECIDED()
  }
  await tx
    .updateTable('partner_application')
    .set({ ...set, status: to })
    .where('id', '=', row.id)
    .where('status', '=', row.status)
    .executeTakeFirstOrThrow()
}
