import type { RouterContextProvider } from 'react-router'
import { KeyFields } from '#app/contract/company/developers/keys.ts'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { NoFields } from '#app/web/page/forms.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'

type Context = Readonly<RouterContextProvider>
interface Sent {
  context: Context
  request: Request
}

/** Whoever makes or changes keys has just proven the second factor, before anything is typed. `company` is for operators. */
export async function newKeyPage(context: Context, company?: number) {
  await requireFreshFactor(context)
  const { has_test_mode } = await apiOf(context).company.developers.keys.list({ company })
  return { hasTestMode: has_test_mode, title: textFor(context.get(siteContext).language, 'developers')('new.title') }
}

/** Makes a key, which the same page shows. `company` is for operators. */
export function makeKey(sent: Sent, company?: number) {
  return answerForm(sent, KeyFields, async (fields) => ({
    made: await apiOf(sent.context).company.developers.keys.create({ ...fields, company }),
  }))
}

/** The key in an address. Throws a 404 for any other. */
export async function readKeyPage(context: Context, key: string) {
  await requireFreshFactor(context)
  const apiKey = await apiOf(context).company.developers.keys.read({ id: keyIdOf(key) })
  return {
    apiKey,
    title: textFor(context.get(siteContext).language, 'developers')('change.title', { name: apiKey.name }),
  }
}

/** Rotates a key, and the same page shows it; or revokes it, and leads to the list at `path`. */
export async function changeKey({ context, request }: Sent, key: string, path: string) {
  const id = keyIdOf(key)
  const fields = await request.formData()
  const { keys } = apiOf(context).company.developers
  return answerForm({ context, request: fields }, NoFields, async () => {
    if (fields.get('intent') === 'rotate') return { made: await keys.rotate({ id }) }
    await keys.revoke({ id })
    return { to: path, said: textFor(context.get(siteContext).language, 'developers')('change.revoked') }
  })
}

function keyIdOf(key: string): number {
  const parsed = RowId.safeParse(key)
  if (!parsed.success) throw notFound()
  return parsed.data
}
