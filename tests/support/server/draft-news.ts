import { publicId } from '#app/api/call/public-id.ts'
import { siteDatabase } from './database/site-connection.ts'

/** An issue of the newsletter that nobody has sent. Returns its id. */
export async function leaveDraftNews(): Promise<string> {
  const db = await siteDatabase()
  const id = publicId()
  const content = JSON.stringify({ title: { en: 'Autumn' }, body: { en: 'Ten percent on Kish' } })
  await db
    .insertInto('news')
    .values({ id, topic: null, content, path: '/', status: 'DRAFT', changed_at: new Date(), published_at: null })
    .execute()
  return id
}
