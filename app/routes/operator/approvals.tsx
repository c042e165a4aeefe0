import type { ReactNode } from 'react'
import { z } from 'zod'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { formatDate, formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { formatPercent, localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn, phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { listAt } from '#app/rules/search/list-address.ts'
import { ListPage } from '#app/ui/desk/list-page.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/approvals'
import { CodeLimits } from './codes/limits.tsx'
import { deskText } from './operator-page.server.ts'

const APPROVALS = listAt('/operator/approvals', { size: 20 })

export const handle: PageHandle = { title: 'operator/nav.approvals', query: APPROVALS.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(APPROVALS, url, (asked) => apiOf(context).operator.approvals.list(asked))

/**
 * Decides a waiting request. Corrections of wallets and batches of payouts have calls of their own; everything else is
 * a request.
 */
const Decision = z.object({
  id: RowId,
  of: z.enum(['CORRECTION', 'PAYOUTS', 'REQUEST'], { error: 'required' }),
  decision: z.enum(['approved', 'refused', 'withdrawn'], { error: 'required' }),
})

export function action({ context, request }: Route.ActionArgs) {
  return answerForm({ context, request }, Decision, async ({ id, of, decision }) => {
    const approved = decision === 'approved'
    const { operator } = apiOf(context)
    const said = deskText(context)(`approvals.${decision}`)
    if (of === 'CORRECTION') {
      const { payment } = await operator.payments.decideCorrection({ id, approved })
      if (!approved || !payment) return { to: APPROVALS.path, said }
      const went = deskText(context)(payment.way === 'CARD' ? 'refund.doneCard' : 'refund.doneWallet')
      return { to: APPROVALS.path, said: `${said} ${went}` }
    }
    if (of === 'REQUEST') await operator.approvals.decide({ id, approved })
    else if (approved) await operator.payouts.approve({ id })
    else await operator.payouts.settle({ id, outcome: 'RETURNED' })
    return { to: APPROVALS.path, said }
  })
}

export default function Approvals({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('operator')
  const form = useReply('approvals', { reply: actionData?.form })
  return (
    <ListPage
      list={APPROVALS}
      found={loaderData}
      title={t('nav.approvals')}
      filters={<ErrorSummary id="approvals-errors" entries={form.summary({})} />}
      empty={t('approvals.none')}
    >
      {loaderData.results.map((approval) => (
        <Waiting key={`${approval.kind} ${approval.id}`} approval={approval} />
      ))}
    </ListPage>
  )
}

type Approval = Route.ComponentProps['loaderData']['results'][number]

function Waiting({ approval }: { approval: Approval }) {
  const { kind, id, reason, requested_by, requested_at, is_own } = approval
  const t = useText('operator')
  const { language } = useLanguage()
  const title = useTitle(approval)
  const date = formatInstant(new Date(requested_at), HOME_ZONE, language, 'long')
  const of = kind === 'CORRECTION' || kind === 'PAYOUTS' ? kind : 'REQUEST'
  return (
    <section className="card stack stack-2" aria-label={title}>
      <b>{title}</b>
      <Details approval={approval} />
      {reason && <p dir="auto">{reason}</p>}
      <p className="sm mute">{t('corrections.by', { name: requested_by, date })}</p>
      {is_own && <p className="sm soft">{t('approvals.own')}</p>}
      <PostForm className="row">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="of" value={of} />
        {!is_own && (
          <SubmitButton name="decision" value="approved">
            {t('approvals.approve')}
            <span className="vh"> {title}</span>
          </SubmitButton>
        )}
        <SubmitButton name="decision" value={is_own ? 'withdrawn' : 'refused'} className="btn">
          {t(is_own ? 'approvals.withdraw' : 'approvals.refuse')}
          <span className="vh"> {title}</span>
        </SubmitButton>
      </PostForm>
    </section>
  )
}

function useTitle(approval: Approval): string {
  const t = useText('operator')
  const { language } = useLanguage()
  switch (approval.kind) {
    case 'CORRECTION': {
      const { amount, currency, phone } = approval.correction
      return `${t('approvals.correction')}: ${formatMoney(amount, currency, language)}, ${phoneIn(language, phone)}`
    }
    case 'PAYOUTS': {
      const { amount, currency } = approval.batch
      const batch = t('approvals.payouts', { id: localDigits(String(approval.id), language) })
      return `${batch}: ${formatMoney(amount, currency, language)}`
    }
    case 'OPERATOR': {
      const { name } = approval.person
      if (approval.before === null) return t('approvals.appoint', { name })
      return t(approval.after === null ? 'approvals.remove' : 'approvals.role', { name })
    }
    case 'CONFIG':
      return t('approvals.config')
    case 'COMMISSION':
      return t('companies.commissionOf', { name: approval.company.name })
    case 'SECOND_FACTOR':
      return t('approvals.secondFactor', { name: approval.person.name })
    case 'HOLDER':
      return t('approvals.holder', { name: approval.company.name })
    case 'CODE':
      return t('approvals.code', { code: approval.code.code })
    case 'RULING': {
      const { number, asked, ruled, currency } = approval.dispute
      const [of, part] = [asked, ruled].map((amount) => formatMoney(amount, currency, language))
      return t('approvals.ruling', { number: numberIn(language, number), asked: of ?? '', ruled: part ?? '' })
    }
    case 'REVIEW': {
      const { amount, currency } = approval.payment
      return `${t(`review.${approval.outcome}`)}: ${formatMoney(amount, currency, language)}`
    }
    case 'CARD_RETURN': {
      const { amount, currency } = approval.payment
      return `${t(`cardReturns.${approval.outcome}`)}: ${formatMoney(amount, currency, language)}`
    }
  }
}

/** The subject of the request, with a link to it. */
function Details({ approval }: { approval: Approval }): ReactNode {
  const t = useText('operator')
  const { language } = useLanguage()
  const change = (from: string, to: string) => t('approvals.fromTo', { from, to })
  switch (approval.kind) {
    case 'CORRECTION': {
      const { payment, person, phone } = approval.correction
      if (payment) {
        const number = localDigits(payment.number, language)
        return (
          <>
            <a href={pathIn(language, `/operator/payments/${payment.id}`)}>
              {t('corrections.refundOf', { number, bearer: payment.bearer })}
            </a>
            {payment.way === 'CARD' && <p className="sm">{t('refund.asksCard')}</p>}
          </>
        )
      }
      return <Person person={person} phone={phone} />
    }
    case 'PAYOUTS': {
      const batch = t('approvals.payouts', { id: localDigits(String(approval.id), language) })
      return <a href={pathIn(language, `/operator/payouts/${approval.id}`)}>{batch}</a>
    }
    case 'OPERATOR': {
      const { before, after, person } = approval
      return (
        <>
          <Person person={person.id} phone={person.phone} />
          {after && (
            <p>
              {before
                ? change(t(`operators.roles.${before}`), t(`operators.roles.${after}`))
                : t(`operators.roles.${after}`)}
            </p>
          )}
        </>
      )
    }
    case 'CONFIG':
      return CONFIGURED.map(({ name, currency, label }) => {
        const [from, to] = [approval.before[name], approval.after[name]]
        // The same rate again is one that was looked up.
        if (from === undefined || to === undefined || (from === to && name !== 'euro_rate')) return null
        const money = (amount: number) => formatMoney(amount, currency, language)
        return (
          <p key={name}>
            {t(label)}: {from === to ? money(to) : change(money(from), money(to))}
          </p>
        )
      })
    case 'COMMISSION': {
      const { company, before, after, own } = approval
      return (
        <a href={pathIn(language, `/operator/companies/${company.id}`)}>
          {change(formatPercent(before, language), formatPercent(after, language))}
          {own && (
            <>
              {' · '}
              {t('companies.ownPercent')}:{' '}
              {change(formatPercent(own.before, language), formatPercent(own.after, language))}
            </>
          )}
        </a>
      )
    }
    case 'SECOND_FACTOR':
      return <Person person={approval.person.id} phone={approval.person.phone} />
    case 'HOLDER': {
      const { company, holder, iban } = approval
      return (
        <a href={pathIn(language, `/operator/companies/${company.id}`)}>
          {holder} <bdi dir="ltr">{iban}</bdi>
        </a>
      )
    }
    case 'CODE': {
      const { percent, cap, amount, currency, start_date, end_date, total_uses } = approval.code
      const money = (sum: number) => formatMoney(sum, currency, language)
      const day = (date: string) => formatDate(date, language, 'long')
      return (
        <>
          <p>
            {percent === null ? money(amount ?? 0) : formatPercent(percent, language)}
            {cap !== null && ` (${t('codes.cap')}: ${money(cap)})`}
          </p>
          <p>
            <CodeLimits {...approval.code} />
          </p>
          <p>{t('approvals.codeUses', { n: total_uses, start: day(start_date), end: day(end_date) })}</p>
        </>
      )
    }
    case 'RULING':
      return <a href={pathIn(language, `/operator/disputes/${approval.dispute.id}`)}>{t('approvals.toDispute')}</a>
    case 'REVIEW':
    case 'CARD_RETURN': {
      const { id, number } = approval.payment
      const shown = localDigits(number, language)
      return <a href={pathIn(language, `/operator/payments/${id}`)}>{t('cardReturns.payment', { number: shown })}</a>
    }
  }
}

const CONFIGURED = [
  { name: 'euro_rate', currency: 'IRT', label: 'settings.rate' },
  { name: 'approval_irt', currency: 'IRT', label: 'settings.approvalIrt' },
  { name: 'approval_eur', currency: 'EUR', label: 'settings.approvalEur' },
] as const

function Person({ person, phone }: { person: string | null; phone: string }) {
  const { language } = useLanguage()
  const shown = phoneIn(language, phone)
  if (!person) return <p>{shown}</p>
  return <a href={pathIn(language, `/operator/people/${person}`)}>{shown}</a>
}
