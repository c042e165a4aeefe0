import { data, isRouteErrorResponse, Outlet, useLocation, useRouteError, useRouteLoaderData } from 'react-router'
import { commaOf } from '#app/i18n/format/comma.ts'
import { languageOf, pathIn } from '#app/i18n/language.ts'
import { failureKind, failureTextKey } from '#app/i18n/text/failure-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { mayOpenPage, workOfPage } from '#app/rules/access/operator-page.ts'
import { doesWork, type OperatorRole } from '#app/rules/access/operator-role.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { Route } from './+types/page'
import { operatorFrame } from './frame.server.ts'

/** Answers 403 for a page of other operators' work, before its own loader's "not found" counts. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { role } = await operatorFrame(context)
  const path = languageOf(url.pathname).rest
  if (mayOpenPage(role, path)) return null
  const { results } = await apiOf(context).operator.operators.colleagues()
  const work = workOfPage(path)
  const names = results.filter((one) => doesWork(one.role, work)).map(({ name }) => name)
  throw data({ names }, { status: 403, statusText: 'Forbidden' })
}

/** A page of the operators' desk in its frame, which stays when the page fails or is not for the operator's role. */
export default function OperatorPage() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { pathname } = useLocation()
  const frame = useRouteLoaderData<{ role: OperatorRole }>('routes/operator/layout')
  if (frame && !mayOpenPage(frame.role, pathname)) {
    const names = isRouteErrorResponse(error) ? ((error.data as { names?: string[] } | null)?.names ?? []) : []
    return <Refused role={frame.role} path={pathname} names={names} />
  }
  return <Failed status={isRouteErrorResponse(error) ? error.status : 500} />
}

/** In place of a page of other operators' work: whose it is, and whom to ask by name. */
function Refused({ role, path, names }: { role: OperatorRole; path: string; names: readonly string[] }) {
  const t = useText('operator')
  const { language } = useLanguage()
  const work = workOfPage(path).map((one) => t(`operators.roles.${one}`))
  const roles = [...work, t('operators.roles.ALL')].join(commaOf(language))
  return (
    <>
      <title>{t('refused.title')}</title>
      <DeskHead title={t('refused.title')} />
      <div className="stack">
        <Note kind="warn">
          <p>{t('refused.text', { role: t(`operators.roles.${role}`), roles })}</p>
          <p>{names.length > 0 ? t('refused.askNames', { names: names.join(commaOf(language)) }) : t('refused.ask')}</p>
        </Note>
        <BackToOverview />
      </div>
    </>
  )
}

function Failed({ status }: { status: number }) {
  const t = useText('common')
  const kind = failureKind(status)
  const title = t(`error.${kind}`)
  return (
    <>
      <title>{title}</title>
      <DeskHead title={title} />
      <div className="stack">
        <p>{t(failureTextKey(kind))}</p>
        <BackToOverview />
      </div>
    </>
  )
}

function BackToOverview() {
  const t = useText('operator')
  const { language } = useLanguage()
  return (
    <p>
      <a className="btn" href={pathIn(language, '/operator')}>
        {t('refused.overview')}
      </a>
    </p>
  )
}
