import { z } from 'zod'
import { RowId } from '#app/contract/shapes.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { phoneIn } from '#app/i18n/ltr-text.ts'
import { formatMoney } from '#app/i18n/money.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { formatPhone } from '#app/rules/phone.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/corrections'
import { deskMeta, deskText, goOn } from './operator-page.server.ts'

const PATH = '/operator/corrections'
const SIZE = 20

export const handle: PageHandle = { query: ['page'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = Number(url.searchParams.get('page') ?? 1)
  const found = await apiOf(context).operator.corrections({ page, size: SIZE })
  return {
    corrections: found.results,
    ...pageAt(found, { page, size: SIZE }),
    meta: deskMeta(context, deskText(context)('nav.corrections')),
  }
}

const Decision = z.object({ id: RowId, decision: z.enum(['approve', 'refuse'], { error: 'required' }) })

export async function action({ context, request }: Route.ActionArgs) {
  const form = await parseForm(request, Decision, formPage(context))
  if (!form.ok) return form.reply
  const approved = form.value.decision === 'approve'
  try {
    await apiOf(context).operator.decideCorrection({ id: form.value.id, approved })
  } catch (error) {
    return refused(error, form)
  }
  return goOn(context, PATH, deskText(context)(approved ? 'corrections.approved' : 'corrections.refused'))
}

export default function Corrections({ loaderData, actionData }: Route.ComponentProps) {
  const { corrections, page, pages } = loaderData
  const t = useText('operator')
  const { language } = useLanguage()
  const form = useReply('corrections', { reply: actionData?.form })
  return (
    <>
      <DeskHead title={t('nav.corrections')} />
      <div className="stack">
        <ErrorSummary id="corrections-errors" entries={form.summary({})} />
        {corrections.length === 0 && <EmptyState title={t('corrections.none')} />}
        {corrections.map((correction) => (
          <Waiting key={correction.id} correction={correction} />
        ))}
        <Pagination page={page} pages={pages} href={(n) => pathIn(language, `${PATH}?page=${n}`)} />
      </div>
    </>
  )
}

type Correction = Route.ComponentProps['loaderData']['corrections'][number]

function Waiting({ correction }: { correction: Correction }) {
  const { id, person, payment, phone, amount, currency, reason, requested_by, requested_at, decidable } = correction
  const t = useText('operator')
  const { language } = useLanguage()
  const date = formatInstant(new Date(requested_at), HOME_ZONE, language, 'long')
  const named = `${formatMoney(amount, currency, language)}, ${phoneIn(language, phone)}`
  return (
    <section className="card stack stack-2" aria-label={named}>
      <div className="row between">
        <b className="num">{formatMoney(amount, currency, language)}</b>
        {person ? (
          <a href={pathIn(language, `/operator/people/${person}`)}>
            <bdi dir="ltr">{localDigits(formatPhone(phone), language)}</bdi>
          </a>
        ) : (
          <bdi dir="ltr">{localDigits(formatPhone(phone), language)}</bdi>
        )}
      </div>
      {payment && (
        <p>
          <a href={pathIn(language, `/operator/payments/${payment.id}`)}>
            {t('corrections.refundOf', { number: localDigits(payment.number, language), bearer: payment.bearer })}
          </a>
        </p>
      )}
      <p dir="auto">{reason}</p>
      <p className="sm mute">{t('corrections.by', { name: requested_by, date })}</p>
      {decidable ? (
        <PostForm className="row">
          <input type="hidden" name="id" value={id} />
          <SubmitButton name="decision" value="approve">
            {t('corrections.approve')}
            <span className="vh"> {named}</span>
          </SubmitButton>
          <SubmitButton name="decision" value="refuse" className="btn">
            {t('corrections.refuse')}
            <span className="vh"> {named}</span>
          </SubmitButton>
        </PostForm>
      ) : (
        <p className="sm soft">{t('corrections.own')}</p>
      )}
    </section>
  )
}
