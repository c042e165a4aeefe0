import { type Kysely, sql } from 'kysely'

/** Documents of applicants for partnership, each kept with its application. Source: issue 18. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  'alter table attachment drop constraint attachment_purpose_check',
  `alter table attachment add constraint attachment_purpose_check
    check (purpose in ('TICKET', 'CHAT', 'AVATAR', 'APPLICATION'))`,
  'alter table attachment add column application_id int references partner_application on delete cascade',
  `alter table attachment add column document text check (document in ('REGISTER', 'IDENTITY', 'OTHER'))`,
  `alter table attachment add constraint attachment_application_check
    check ((purpose = 'APPLICATION') = (application_id is not null) and (application_id is null) = (document is null))`,
  'create index attachment_application on attachment (application_id) where application_id is not null',
]
