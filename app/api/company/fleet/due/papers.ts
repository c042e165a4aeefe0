import { createHash } from 'node:crypto'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { readDocument } from '#app/api/call/files/read-document.ts'
import { readFile } from '#app/api/call/files/read-file.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { PAPERS_MAX } from '#app/rules/fleet/due.ts'
import { attachmentKey, cleanFileName } from '#app/rules/text/file-name.ts'
import { vehicleDue } from './read.ts'

/**
 * Keeps a paper of an entry, open or done. Its id comes from its content, so the same one is kept once. Throws NOT_FOUND for another
 * vehicle's entry, INVALID_FIELDS for what is no document (`readDocument`) or one too many.
 */
export const addPaper = api.company.fleet.due.addPaper.handler(async ({ input, context }) => {
  const { deps, language, vehicle, person } = context
  const { due, file } = input
  const { body, extension, type } = await readDocument(deps, file)
  const id = createHash('sha256').update(`${due} `).update(body).digest('base64url').slice(0, 22)
  const file_key = attachmentKey(id, extension)
  const now = deps.now()
  // The row first: a file without a row would never be found.
  await inTransaction(deps.db, async (tx) => {
    const entry = await tx
      .selectFrom('vehicle_due')
      .select('id')
      .where('id', '=', due)
      .where('ad_id', '=', vehicle.id)
      .forUpdate()
      .executeTakeFirst()
    if (!entry) throw errors.NOT_FOUND()
    const there = await tx.selectFrom('vehicle_paper').select('id').where('due_id', '=', due).execute()
    if (there.some((paper) => paper.id === id)) return
    if (there.length >= PAPERS_MAX) throw invalidFields({ file: ['too_many_papers'] }, { file: { n: PAPERS_MAX } })
    const name = cleanFileName(file.name, { extension, fallback: 'paper' })
    const paper = { id, due_id: due, ad_id: vehicle.id, name, type, file_key, bytes: body.length }
    await tx
      .insertInto('vehicle_paper')
      .values({ ...paper, added_at: now, added_by: person.id })
      .execute()
  })
  await deps.files.put(file_key, body)
  return vehicleDue(deps.db, { ad: vehicle.id, language, now })
})

/** Throws NOT_FOUND for another vehicle's paper. */
export const readPaper = api.company.fleet.due.readPaper.handler(async ({ input, context: { deps, vehicle } }) => {
  const paper = await deps.db
    .selectFrom('vehicle_paper')
    .select(['file_key', 'name', 'type'])
    .where('id', '=', input.paper)
    .where('ad_id', '=', vehicle.id)
    .executeTakeFirst()
  if (!paper) throw errors.NOT_FOUND()
  return readFile(deps, paper)
})

/** Throws NOT_FOUND, also the second time. */
export const removePaper = api.company.fleet.due.removePaper.handler(async ({ input, context }) => {
  const { deps, language, vehicle } = context
  const removed = await inTransaction(deps.db, (tx) =>
    tx
      .deleteFrom('vehicle_paper')
      .where('id', '=', input.paper)
      .where('ad_id', '=', vehicle.id)
      .returning('file_key')
      .executeTakeFirst(),
  )
  if (!removed) throw errors.NOT_FOUND()
  await deps.files.remove(removed.file_key)
  return vehicleDue(deps.db, { ad: vehicle.id, language, now: deps.now() })
})
