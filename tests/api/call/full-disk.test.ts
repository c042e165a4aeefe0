import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { pdf } from '../../support/api/files.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { signIn } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
const { calls } = await signIn(site, '09121234567', { clientAddress: '198.51.100.1' })

const UNAVAILABLE = { status: 503, code: 'SERVICE_UNAVAILABLE' }

test('when the disk for uploads is full, an upload is refused and can be repeated later', async () => {
  const { put } = site.deps.files
  for (const code of ['ENOSPC', 'EDQUOT']) {
    site.deps.files.put = async () => {
      throw Object.assign(new Error('no space left on device'), { code })
    }
    expect(await refusal(calls.support.uploadTicketFile({ file: pdf() })), code).toMatchObject(UNAVAILABLE)
  }
  site.deps.files.put = put
  expect(await calls.support.uploadTicketFile({ file: pdf() })).toMatchObject({ type: 'application/pdf' })
})

test('when the database’s disk is full, writes are refused and can be repeated later, and reads are answered', async () => {
  await sql`create function fill() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(db)
  await sql`create trigger full_disk before insert on favourite for each row execute function fill()`.execute(db)
  await loadFleet(db)
  expect(await refusal(calls.account.changeFavourites({ add: [101] }))).toMatchObject(UNAVAILABLE)
  expect(await calls.account.favourites()).toMatchObject({ count: 0 })
  expect(site.reported.length).toBeGreaterThan(0)
})
