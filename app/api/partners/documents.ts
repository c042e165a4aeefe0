import { api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { readDocument } from '#app/api/call/files/read-document.ts'
import { removeAfterCommit } from '#app/api/call/files/remove-files.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { attachmentKey, cleanFileName } from '#app/rules/text/file-name.ts'
import { DOCUMENTS_MAX } from '#app/rules/text/partner-application.ts'
import { guardApplicant, newest, openDraft, ownApplication } from './application.ts'

/**
 * Keeps a document with the draft, for its author and operators alone. Its content decides what it is; pictures are
 * re-encoded. Throws ALREADY_STAFF, APPLICATION_SENT, and INVALID_FIELDS for another kind of file, a PDF that is active
 * (`isActivePdf`), and one document too many.
 */
export const addDocument = api.partners.addDocument.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { body, extension, ...content } = await readDocument(deps, input.file)
  const id = publicId()
  const row = {
    ...content,
    ...{ id, account_id: person.id, purpose: 'APPLICATION', document: input.document, bytes: body.length },
    name: cleanFileName(input.file.name, { extension, fallback: 'document' }),
    file_key: attachmentKey(id, extension),
  }
  // The row first: a file without a row would never be found.
  await inTransaction(deps.db, async (tx) => {
    const draft = await openDraft(tx, person, { language, now: deps.now() })
    await guardCount(tx, draft.id)
    await tx
      .insertInto('attachment')
      .values({ ...row, application_id: draft.id, created_at: deps.now() })
      .execute()
  })
  await deps.files.put(row.file_key, body)
  return ownApplication(deps.db, person, language)
})

/** Throws NOT_FOUND unless it is the draft's, ALREADY_STAFF and APPLICATION_SENT. */
export const removeDocument = api.partners.removeDocument.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  await inTransaction(deps.db, async (tx) => {
    await guardApplicant(tx, person)
    const draft = await newest(tx, person)
    if (draft?.status === 'SENT') throw errors.APPLICATION_SENT()
    if (draft?.status !== 'DRAFT') throw errors.NOT_FOUND()
    const removed = await tx
      .deleteFrom('attachment')
      .where('id', '=', input.id)
      .where('application_id', '=', draft.id)
      .returning('file_key')
      .executeTakeFirst()
    if (!removed) throw errors.NOT_FOUND()
    await removeAfterCommit(deps, tx, [removed.file_key])
  })
  return ownApplication(deps.db, person, language)
})

async function guardCount(tx: Tx, application: number) {
  const { count } = await tx
    .selectFrom('attachment')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('application_id', '=', application)
    .executeTakeFirstOrThrow()
  if (count >= DOCUMENTS_MAX) throw invalidFields({ file: ['too_many_documents'] }, { file: { n: DOCUMENTS_MAX } })
}
