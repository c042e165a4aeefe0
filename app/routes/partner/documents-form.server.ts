import { type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { refusalOf } from '#app/features/support/take-files.server.ts'
import { APPLICATION_DOCUMENTS } from '#app/rules/text/partner-application.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import type { FieldErrors } from '#app/web/page/forms.ts'

/**
 * Adds the chosen documents and goes on to the next step, or removes one. What is accepted stays where another one is refused.
 */
export async function takeDocuments(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { here, next }: { here: string; next: string },
) {
  const fields = await request.formData()
  const removed = fields.get('remove')
  if (typeof removed === 'string') return remove(context, removed, here)
  return answerForm({ context, request: fields }, z.object({}), async (_, form) => {
    const errors: FieldErrors = {}
    for (const document of APPLICATION_DOCUMENTS) {
      const file = fields.get(document)
      if (!(file instanceof File) || (file.size === 0 && file.name === '')) continue
      try {
        await apiOf(context).partners.addDocument({ document, file })
      } catch (error) {
        errors[document] = [refusalOf(context, error, file)]
      }
    }
    return Object.keys(errors).length > 0 ? form.refuse(errors, 422) : redirect(next, 303)
  })
}

async function remove(context: Readonly<RouterContextProvider>, id: string, here: string) {
  try {
    await apiOf(context).partners.removeDocument({ id })
  } catch (error) {
    // Another tab has removed it.
    if (!isCallError(error, 'NOT_FOUND') && !isCallError(error, 'INVALID_FIELDS')) throw error
  }
  return redirect(here, 303)
}
