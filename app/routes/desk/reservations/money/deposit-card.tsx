import { DepositSentence } from '#app/features/deposit/deposit-card.tsx'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { DeskOne } from '../own.server.ts'

/** The deposit of a rental: how much, until when it is given back, and the button for that once the rental is over. */
export function DepositCard({ one, isDriver }: { one: DeskOne; isDriver: boolean }) {
  const t = useText('deposit')
  const protocol = useText('protocol')
  const { language } = useLanguage()
  const { deposit_facts: deposit, deposit_free, currency } = one
  const { state, held, way, due, ended_on, cap } = deposit
  if (state === 'NONE') return null
  const money = (amount: number) => formatMoney(amount, currency, language)
  const isBack = held > 0 && ended_on !== null
  return (
    <Card id="deposit" title={t('desk.title')} className="stack">
      <p>
        <DepositSentence deposit={deposit} currency={currency} isDesk />
      </p>
      <p className="row row-s">
        <Tag kind={due === 'OVERDUE' ? 'bad' : undefined}>
          {t(due === 'OVERDUE' ? 'state.overdue' : `state.${state}`)}
        </Tag>
        {way && <Tag>{t(`way.${way}`)}</Tag>}
      </p>
      {state === 'AGREED' && cap && (
        <p className="sm soft">
          {t('desk.cap', { amount: money(cap.amount), n: cap.day_rents })}{' '}
          {cap.is_draft && <Tag kind="warn">{t('desk.draft', { date: formatDate(cap.of, language, 'long') })}</Tag>}
        </p>
      )}
      {isBack && deposit_free < held && <p>{protocol('dispute.heldBack', { amount: money(held - deposit_free) })}</p>}
      {isBack && way === 'ONLINE' && <p className="sm soft">{t('desk.online')}</p>}
      {isBack && !isDriver && deposit_free > 0 && (
        <PostForm>
          <input type="hidden" name="amount" value={deposit_free} />
          <SubmitButton name="intent" value="give-back" className="btn btn-s">
            {t(way === 'ONLINE' ? 'desk.giveBackOnline' : 'desk.giveBack', { amount: money(deposit_free) })}
          </SubmitButton>
        </PostForm>
      )}
      {!isDriver && (
        <p>
          <a href={pathIn(language, '/desk/deposits')}>{t('desk.all')}</a>
        </p>
      )}
    </Card>
  )
}
