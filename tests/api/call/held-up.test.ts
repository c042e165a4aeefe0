import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { signIn } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
const { calls } = await signIn(site, '09121234567', { clientAddress: '198.51.100.1' })

test('a call whose statement took too long is asked to come again, and is reported', async () => {
  await sql`create function hold_up() returns trigger language plpgsql as
    $$ begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`.execute(db)
  await sql`create trigger held_up before insert on favourite for each row execute function hold_up()`.execute(db)
  await loadFleet(db)
  const refused = await refusal(calls.account.changeFavourites({ add: [101] }))
  expect(refused).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
  expect(site.reported).toHaveLength(1)
})
