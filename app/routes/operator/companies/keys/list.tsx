import { KeyList } from '#app/features/api-keys/key-list.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { rowIdOf } from '../../row-id.server.ts'
import type { Route } from './+types/list'

export const handle: PageHandle = { areas: ['developers'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = rowIdOf(params)
  const { company, operator } = apiOf(context)
  const [{ name }, { keys }] = await Promise.all([
    operator.companies.read({ id }),
    company.developers.keys.list({ company: id }),
  ])
  const title = textFor(context.get(siteContext).language, 'developers')('keys.title')
  return { company: { id, name }, keys, meta: { title: `${title} · ${name}` } }
}

/** A company's keys, as its owner sees them. */
export default function CompanyKeys({ loaderData: { company, keys } }: Route.ComponentProps) {
  const t = useText('developers')
  const { language } = useLanguage()
  const path = `/operator/companies/${company.id}`
  return (
    <>
      <DeskHead title={t('keys.title')} text={<a href={pathIn(language, path)}>{company.name}</a>} />
      <div className="stack">
        <KeyList keys={keys} path={`${path}/keys`} />
      </div>
    </>
  )
}
