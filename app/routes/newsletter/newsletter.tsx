import { redirect } from 'react-router'
import { NewsletterRequest } from '#app/contract/newsletter.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/newsletter'
import { NewsletterEnded } from './newsletter-ended.tsx'

export const handle: PageHandle = {
  areas: ['newsletter'],
  noJs: true,
  query: ['done'],
  noIndex: (query) => query.has('done'),
}

/** The address says what was just done, so that the message needs neither a script nor a cookie. */
const DONE = ['sent', 'confirmed', 'ended'] as const

export async function loader({ context, url }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'newsletter')
  const done = DONE.find((one) => one === url.searchParams.get('done'))
  return { done, meta: { title: done ? t(`${done}.title`) : t('title'), description: t('description') } }
}

export function action({ context, request }: Route.ActionArgs) {
  return answerForm({ context, request }, NewsletterRequest, async (asked) => {
    await apiOf(context).newsletter.subscribe(asked)
    return redirect('/newsletter?done=sent', 303)
  })
}

/** Forwards `Retry-After` after too many tries. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export default function Newsletter({ loaderData: { done }, actionData }: Route.ComponentProps) {
  const t = useText('newsletter')
  if (done === 'ended') return <NewsletterEnded />
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read">
        <div className="page-head">
          <h1>{done ? t(`${done}.title`) : t('title')}</h1>
          <p className="soft">{done ? t(`${done}.text`) : t('lead')}</p>
        </div>
        {!done && <SignUp reply={actionData?.form} />}
      </div>
    </main>
  )
}

function SignUp({ reply }: { reply?: FormReply }) {
  const t = useText('newsletter')
  const { language } = useLanguage()
  const form = useReply('newsletter', { reply, constraints: { email: { required: true, maxLength: 254 } } })
  return (
    <PostForm {...form.props} className="card stack">
      <ErrorSummary id="newsletter-errors" entries={form.summary({ email: t('email') })} />
      <TextField
        {...form.field('email')}
        type="email"
        label={t('email')}
        hint={t('emailHint')}
        dir="ltr"
        autoComplete="email"
      />
      <p className="sm soft">
        {t('privacy')} <a href={pathIn(language, '/pages/policy')}>{t('policy')}</a>
      </p>
      <div>
        <SubmitButton>{t('submit')}</SubmitButton>
      </div>
    </PostForm>
  )
}
