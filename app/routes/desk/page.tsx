import { isRouteErrorResponse, Outlet, useOutletContext, useRouteError } from 'react-router'
import { pathIn } from '#app/i18n/language.ts'
import { failureKind, failureTextKey } from '#app/i18n/text/failure-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { DeskFrame } from './shell/desk-frame.ts'

/** A page of the desk in its frame, which stays when the page fails: a mistyped address is no reason to lose the menu. */
export default function DeskPage() {
  return <Outlet context={useOutletContext<DeskFrame>()} />
}

export function ErrorBoundary() {
  const error = useRouteError()
  const t = useText('common')
  const desk = useText('desk')
  const { language } = useLanguage()
  const kind = failureKind(isRouteErrorResponse(error) ? error.status : 500)
  const title = t(`error.${kind}`)
  return (
    <>
      <title>{title}</title>
      <h1 className="head">{title}</h1>
      <div className="stack">
        <p>{t(failureTextKey(kind))}</p>
        <p>
          <a className="btn" href={pathIn(language, '/desk')}>
            {desk('refused.today')}
          </a>
        </p>
      </div>
    </>
  )
}
