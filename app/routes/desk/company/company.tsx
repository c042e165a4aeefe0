import { useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/company'
import { readData } from './company-form.server.ts'
import { CompanyForm } from './company-form.tsx'
import { CompanyParts } from './company-parts.tsx'

export const handle: PageHandle = { areas: ['agency'], noJs: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'agency')
  const company = await apiOf(context).agency.read({})
  return { meta: { title: t('company.title'), description: t('description') }, company }
}

export async function action({ context, request }: Route.ActionArgs) {
  const read = await readData(context, request)
  if (!read.ok) return read.reply
  try {
    await apiOf(context).agency.update(read.update)
    return goOn(context, '/desk/company', textFor(context.get(siteContext).language, 'agency')('done.company'))
  } catch (error) {
    return refused(error, read.form, { rename: (name) => name.replace('.', '_') })
  }
}

export default function Company({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('agency')
  const { company } = loaderData
  return (
    <>
      <h1 className="head">{t('company.title')}</h1>
      <div className="stack">
        <CompanyParts current="data" />
        <CompanyForm company={company} reply={actionData?.form} />
      </div>
    </>
  )
}
