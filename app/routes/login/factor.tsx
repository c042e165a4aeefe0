import { redirect } from 'react-router'
import { FactorField } from '#app/features/sign-in/factor-field.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { decoration } from '#app/web/page/decoration.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { goTo, returnPath } from '#app/web/session/require-sign-in.ts'
import { viewerOf } from '#app/web/session/visit.ts'
import type { Route } from './+types/factor'
import { signInBy } from './sign-in.server.ts'
import { UseKey } from './use-key.tsx'
import { readWaiting } from './waiting-factor.server.ts'

export const handle: PageHandle = {
  title: 'login/factor.title',
  description: 'login/meta.description',
  areas: ['login', 'errors'],
  // Only scripts know whether the browser supports security keys.
  eager: true,
  private: true,
  noIndex: true,
  query: ['returnUrl'],
}

/** The second step of a sign-in, also for signed-in people before an action with money. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const returnUrl = returnPath(context, url.searchParams)
  const isSignedIn = viewerOf(context) !== undefined
  if (!isSignedIn && !readWaiting(context)) throw redirect(`/login?returnUrl=${encodeURIComponent(returnUrl)}`)
  if (isSignedIn && !(await apiOf(context).account.factor()).on_since) throw goTo(context, returnUrl)
  const accessToken = isSignedIn ? undefined : readWaiting(context)?.access
  const ways = apiOf(context, { accessToken }).account.factorWays()
  const { security_key: hasKey } = await decoration(context, 'security keys', ways, { security_key: false })
  return { returnUrl, isSignedIn, hasKey }
}

export async function action({ context, request }: Route.ActionArgs) {
  const copy = request.clone()
  const fields = await request.formData()
  const way = fields.get('intent') === 'key' ? 'security-key' : 'second-factor'
  return signInBy(way, { context, request: copy, fields })
}

/** The router forwards cookies by itself, but other headers only from here. */
export function headers({ actionHeaders }: Route.HeadersArgs): HeadersInit {
  const wait = actionHeaders.get('retry-after')
  return wait ? { 'retry-after': wait } : {}
}

export default function Factor({ loaderData, actionData }: Route.ComponentProps) {
  const { returnUrl, isSignedIn, hasKey } = loaderData
  const t = useText('login')
  const reply = actionData?.form
  const form = useReply('factor', { reply })
  const action = `/login/factor?returnUrl=${encodeURIComponent(returnUrl)}`
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <div className="narrow sign-in stack">
          <PostForm {...form.props} action={action} className="card stack">
            <h1 className="sign-in-title">{t('factor.title')}</h1>
            <p className="soft">{t(isSignedIn ? 'factor.again' : 'factor.text')}</p>
            <ErrorSummary id="factor-errors" entries={form.summary({ code: t('factor.label') })} />
            <input type="hidden" name="returnUrl" value={returnUrl} />
            <FactorField
              code={form.field('code')}
              label={t('factor.label')}
              hint={t('factor.hint')}
              autoFocus={!reply}
            />
            <SubmitButton className="btn btn-go btn-lg">
              {t(isSignedIn ? 'factor.confirm' : 'code.submit')}
            </SubmitButton>
          </PostForm>
          {hasKey && <UseKey action={action} returnUrl={returnUrl} />}
          <Recovery action={action} returnUrl={returnUrl} />
        </div>
      </div>
    </main>
  )
}

/** For people without their phone at hand: the same field accepts a recovery code. */
function Recovery({ action, returnUrl }: { action: string; returnUrl: string }) {
  const t = useText('login')
  const form = useReply('recovery')
  return (
    <details className="card">
      <summary className="row">
        <b>{t('factor.lost')}</b>
        <Icon name="down" size="s" />
      </summary>
      <PostForm {...form.props} action={action} className="stack stack-2">
        <input type="hidden" name="returnUrl" value={returnUrl} />
        <TextField
          {...form.field('code')}
          label={t('factor.recovery')}
          hint={t('factor.recoveryHint')}
          dir="ltr"
          autoComplete="off"
          maxLength={12}
        />
        <div>
          <SubmitButton className="btn">{t('factor.useRecovery')}</SubmitButton>
        </div>
      </PostForm>
      <p className="sm soft">{t('factor.noCodes')}</p>
    </details>
  )
}
