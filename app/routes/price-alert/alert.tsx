import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import { AlertChoice } from '#app/contract/alerts.ts'
import { optionalText } from '#app/contract/shapes/text.ts'
import { SEARCH_QUERY } from '#app/features/search/search-query.ts'
import { formatRange } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { typedAmount } from '#app/rules/money/typed-amount.ts'
import { ALERT_GOALS } from '#app/rules/search/price-alert.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { describedBy, FieldErrors } from '#app/ui/form/field.tsx'
import { type FormReply, type ReplyForm, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { OptionCard } from '#app/ui/form/option-card.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerRead } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm, withErrors } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { viewerOf } from '#app/web/session/visit.ts'
import type { Route } from './+types/alert'
import { cheapestNow, watchedSearch } from './watched.server.ts'

export const handle: PageHandle = {
  areas: ['alerts'],
  noJs: true,
  private: true,
  noIndex: true,
  query: [...SEARCH_QUERY, 'kind', 'done'],
}

/** The address says what was just done, so that the message needs neither a script nor a cookie. */
const DONE = ['asked', 'open', 'confirmed', 'ended'] as const

const AlertForm = AlertChoice.extend({ amount: optionalText(30) })

export async function loader({ context, url }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'alerts')
  const done = DONE.find((one) => one === url.searchParams.get('done'))
  const { back, currency, search } = await watchedSearch(context, url)
  const isSignedIn = viewerOf(context) !== undefined
  const cheapest = search && !done ? await cheapestNow(context, search.body, currency) : null
  const profile = isSignedIn && cheapest ? await apiOf(context).account.profile() : null
  const shown = search && { city: search.city, start: search.start_date, end: search.end_date }
  const title = done ? t(`done.${done}.title`) : t('title')
  const meta = { title, description: t('description') }
  return { meta, done, back, currency, search: shown, cheapest, isSignedIn, email: profile?.email ?? null }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const { currency, search } = await watchedSearch(context, url)
  if (!search) throw redirect('/price-alert', 303)
  const fields = await request.formData()
  const form = await parseForm(fields, AlertForm, formPage(context))
  const amount =
    fields.get('goal') === 'AMOUNT' ? typedAmount(String(fields.get('amount') ?? '').slice(0, 30), currency) : undefined
  const fieldErrors: Record<string, string[]> = amount && 'fieldError' in amount ? { amount: [amount.fieldError] } : {}
  if (!form.ok) return withErrors(form.reply, fieldErrors)
  const asked = form.value
  return answerRead(context, form, async () => {
    if (amount && 'fieldError' in amount) return form.refuse(fieldErrors)
    const { state } = await apiOf(context).alerts.create({
      ...{ goal: asked.goal, by: asked.by, email: asked.email, currency, search: search.body },
      ...(amount && { amount: amount.minor }),
    })
    const query = new URLSearchParams(url.search)
    query.set('done', state === 'OPEN' ? 'open' : 'asked')
    return redirect(`/price-alert?${query}`, 303)
  })
}

/** Forwards `Retry-After` after too many tries. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

type Loaded = Route.ComponentProps['loaderData']

/** Asks for one message when a search becomes cheaper (design/golive, 47). */
export default function PriceAlert({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('alerts')
  const { done, search, cheapest } = loaderData
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read">
        <div className="page-head">
          <h1>{done ? t(`done.${done}.title`) : t('title')}</h1>
          <p className="soft">{done ? t(`done.${done}.text`) : t('lead')}</p>
        </div>
        <div className="stack">
          {search && !done && <Watched loaded={loaderData} />}
          {!search && !done && <Note>{t('noSearch')}</Note>}
          {cheapest && <AskCard loaded={loaderData} cheapest={cheapest} reply={actionData?.form} />}
          {(done || !cheapest) && <Ways loaded={loaderData} />}
        </div>
      </div>
    </main>
  )
}

function Watched({ loaded }: { loaded: Loaded }) {
  const t = useText('alerts')
  const { language } = useLanguage()
  const { search, cheapest, currency, back } = loaded
  if (!search) return null
  const { start, end } = formatRange(search, language)
  return (
    <Card id="watched" title={t('search', { city: search.city, start, end })} className="stack">
      {cheapest ? (
        <>
          <p>
            <b className="text-xl num">{formatMoney(cheapest.total, currency, language)}</b>{' '}
            <span className="sm soft">{t('cheapest', { n: cheapest.days })}</span>
          </p>
          <p className="sm soft">{t('offer', { vehicle: cheapest.title, company: cheapest.company })}</p>
          <p>
            <a href={pathIn(language, back)}>{t('seeOffers', { n: cheapest.count })}</a>
          </p>
        </>
      ) : (
        <p>{t('nothing')}</p>
      )}
    </Card>
  )
}

function AskCard({
  loaded,
  cheapest,
  reply,
}: {
  loaded: Loaded
  cheapest: NonNullable<Loaded['cheapest']>
  reply?: FormReply
}) {
  const t = useText('alerts')
  const { language } = useLanguage()
  const { currency, isSignedIn, email } = loaded
  const initial = { goal: 'ANY', by: 'EMAIL', ...(email && { email }) }
  const form = useReply('alert', { reply, initial })
  const total = formatMoney(cheapest.total, currency, language)
  return (
    <Card id="ask" title={t('ask')} className="stack">
      <PostForm {...form.props} noValidate className="stack" isRepeatable>
        <ErrorSummary
          id="alert-errors"
          entries={form.summary({ goal: t('goal.title'), amount: t('amount'), by: t('by.title'), email: t('email') })}
        />
        <Choice form={form} name="goal" legend={t('goal.title')}>
          {ALERT_GOALS.map((goal) => (
            <OptionCard
              key={goal}
              name="goal"
              value={goal}
              checked={form.value('goal') === goal}
              title={t.loose(`goal.${goal}`, { amount: total })}
              detail={t(`goal.detail.${goal}`)}
            />
          ))}
        </Choice>
        <TextField
          {...form.field('amount')}
          label={t('amount')}
          hint={t(`amountHint.${currency}`, { n: cheapest.days })}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          optional
        />
        {isSignedIn && (
          <Choice form={form} name="by" legend={t('by.title')}>
            {(['EMAIL', 'PUSH'] as const).map((way) => (
              <OptionCard
                key={way}
                name="by"
                value={way}
                checked={form.value('by') === way}
                title={t(`by.${way}`)}
                detail={t(`by.detail.${way}`)}
              />
            ))}
          </Choice>
        )}
        <TextField
          {...form.field('email')}
          type="email"
          label={t('email')}
          hint={email ? t('ownEmailHint') : t('emailHint')}
          dir="ltr"
          autoComplete="email"
        />
        <p className="sm soft">
          {t('promise')} <a href={pathIn(language, '/pages/policy')}>{t('policy')}</a>
        </p>
        <div>
          <SubmitButton>{t('submit')}</SubmitButton>
        </div>
      </PostForm>
    </Card>
  )
}

function Choice({
  form,
  name,
  legend,
  children,
}: {
  form: ReplyForm
  name: 'goal' | 'by'
  legend: string
  children: ReactNode
}) {
  const { id, fieldErrors } = form.field(name)
  return (
    <fieldset className="stack stack-2" id={id} tabIndex={-1} aria-describedby={describedBy({ id, fieldErrors })}>
      <legend>{legend}</legend>
      {children}
      <FieldErrors id={id} fieldErrors={fieldErrors} />
    </fieldset>
  )
}

function Ways({ loaded }: { loaded: Loaded }) {
  const t = useText('alerts')
  const { language } = useLanguage()
  const { search, back, isSignedIn } = loaded
  return (
    <div className="row">
      <a className="btn" href={pathIn(language, search ? back : '/')}>
        {t(search ? 'backToList' : 'toSearch')}
      </a>
      {isSignedIn && (
        <a className="btn" href={pathIn(language, '/profile/price-alerts')}>
          {t('own.title')}
        </a>
      )}
    </div>
  )
}
