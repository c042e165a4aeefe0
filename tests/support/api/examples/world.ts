import sharp from 'sharp'
import { issueAccessToken } from '#app/api/call/admission/access-token.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { importContentOnce } from '#app/api/content/import/import-content.ts'
import { loadDemonstration } from '#app/db/demonstration/load.ts'
import { drawnPhotos } from '#app/providers/files/drawn-photos.ts'
import { DEMONSTRATION_PEOPLE, type DemonstrationIdentity } from '#app/rules/identity/demonstration-people.ts'
import { payAtBank } from '../../browser/steps/paid.ts'
import { testDatabase } from '../../server/database/database.ts'
import { testBank } from '../../server/simulators/bank.ts'
import { testApi } from '../api.ts'

export type World = Awaited<ReturnType<typeof demonstrationWorld>>

/** The demonstration at a fixed time, and access tokens of its people. */
export async function demonstrationWorld() {
  const { db } = await testDatabase()
  const bank = await testBank(() => site.clock.now())
  const site = await testApi({ db, bank: bank.origin })
  const now = site.deps.now()
  await loadDemonstration(db, { now, keepPhoto: drawnPhotos(site.deps.files) })
  await importContentOnce({ db, folder: 'content', name: 'content', now })
  const tokens = new Map<DemonstrationIdentity, string>()
  for (const { identity, phone } of DEMONSTRATION_PEOPLE) {
    const { id } = await db.selectFrom('account').select('id').where('phone', '=', phone).executeTakeFirstOrThrow()
    tokens.set(identity, await newSession(id))
  }

  /** A new session of an account, its second factor just proven; answers the id. */
  async function newSession(account_id: string): Promise<string> {
    const id = publicId()
    const seen = { device: 'Firefox', network_address: '192.0.2.1', created_at: now, used_at: now, factor_at: now }
    await db
      .insertInto('session')
      .values({ id, account_id, ...seen })
      .execute()
    return id
  }
  const tokenOf = (identity: DemonstrationIdentity) =>
    issueAccessToken(site.deps.settings.secret, tokens.get(identity) ?? '', site.deps.now())

  /** Pays a transaction at the simulated bank, and comes back. */
  const pay = (transaction: string) => payAtBank(site, bank, transaction)
  return { db, site, bank, newSession, tokenOf, pay }
}

/** A small picture, always the same. */
export async function picture(name = 'picture.jpg'): Promise<File> {
  const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#6a8' } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })
}
