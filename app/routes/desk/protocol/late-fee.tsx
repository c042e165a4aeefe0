import { data } from 'react-router'
import { z } from 'zod'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/ltr-text.ts'
import { formatMoney, unitOf } from '#app/i18n/money.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { typedAmount } from '#app/rules/typed-amount.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { Note } from '#app/ui/note.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { deskReservation } from '../reservations/own.server.ts'
import type { Route } from './+types/late-fee'

export const handle: PageHandle = { areas: ['protocol', 'voucher', 'errors'], noJs: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const one = await deskReservation(context, params.id)
  const page = {
    meta: {
      title: textFor(language, 'protocol')('late.title', { name: one.fullname }),
      description: textFor(language, 'desk')('description'),
    },
    one,
  }
  return one.late_fee === null ? data(page, { status: 409 }) : page
}

const Asked = z.object({ amount: z.string({ error: 'required' }).max(30, 'max_length') })

export async function action({ context, params, request }: Route.ActionArgs) {
  const { language } = context.get(siteContext)
  const { id, currency } = await deskReservation(context, params.id)
  const form = await parseForm(request, Asked, formPage(context))
  if (!form.ok) return form.reply
  const amount = typedAmount(form.value.amount, currency)
  if ('fieldError' in amount) return form.refuse({ amount: [amount.fieldError] })
  try {
    await apiOf(context).desk.chargeLate({ id, amount: amount.minor })
    return goOn(context, `/desk/reservations/${id}`, textFor(language, 'protocol')('late.done'))
  } catch (error) {
    return refused(error, form)
  }
}

/** Asks for the fee of a late return, on a page of its own: the customer hears of it at once. */
export default function LateFee({ loaderData: { one }, actionData }: Route.ComponentProps) {
  const t = useText('protocol')
  const desk = useText('desk')
  const { language } = useLanguage()
  const { currency, late_fee } = one
  const whole = late_fee === null ? undefined : String(currency === 'EUR' ? late_fee / 100 : late_fee)
  const form = useReply('late', { reply: actionData?.form, initial: { amount: whole } })
  const back = pathIn(language, `/desk/reservations/${one.id}`)
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: desk('list.title'), href: pathIn(language, '/desk/reservations') },
          { label: numberIn(language, one.number), href: back },
          { label: t('proposal.LATE') },
        ]}
      />
      <h1 className="head">{t('late.title', { name: one.fullname })}</h1>
      <ErrorSummary
        id="errors"
        entries={form.summary({ amount: t('late.amount', { unit: unitOf(currency, language) }) })}
      />
      <div className="card stack">
        {late_fee === null ? (
          <Note kind="warn" role="alert">
            {t('late.none')}
          </Note>
        ) : (
          <PostForm {...form.props} className="stack">
            <p>{t('late.text', { amount: formatMoney(late_fee, currency, language) })}</p>
            <TextField
              {...form.field('amount')}
              label={t('late.amount', { unit: unitOf(currency, language) })}
              inputMode="decimal"
              maxLength={30}
              required
            />
            <div>
              <SubmitButton>{t('late.submit')}</SubmitButton>
            </div>
          </PostForm>
        )}
        <div>
          <a className="btn" href={back}>
            {desk('act.back')}
          </a>
        </div>
      </div>
    </>
  )
}
