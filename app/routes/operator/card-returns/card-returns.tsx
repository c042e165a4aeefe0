import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { listAt } from '#app/rules/search/list-address.ts'
import { ListPage } from '#app/ui/desk/list-page.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/card-returns'

const RETURNS = listAt('/operator/card-returns', { size: 20 })

export const handle: PageHandle = { title: 'operator/waiting.card_returns', query: RETURNS.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(RETURNS, url, (asked) => apiOf(context).operator.payments.cardReturns(asked))

export default function CardReturns({ loaderData }: Route.ComponentProps) {
  const t = useText('operator')
  return (
    <ListPage
      list={RETURNS}
      found={loaderData}
      title={t('waiting.card_returns')}
      text={t('cardReturns.text')}
      empty={t('waiting.nothing')}
    >
      {loaderData.results.map((one) => (
        <CardReturn key={one.id} of={one} />
      ))}
    </ListPage>
  )
}

function CardReturn({
  of: { id, number, fullname, amount, currency, since, said, requested },
}: {
  of: Route.ComponentProps['loaderData']['results'][number]
}) {
  const t = useText('operator')
  const { language } = useLanguage()
  const shown = localDigits(number, language)
  return (
    <section className="card stack stack-2" aria-label={shown}>
      <b>
        {formatMoney(amount, currency, language)}, <span dir="auto">{fullname}</span>
      </b>
      <p className="sm mute">{formatInstant(new Date(since), HOME_ZONE, language, 'long')}</p>
      {said && (
        <p className="sm" dir="ltr">
          {said}
        </p>
      )}
      <div className="row">
        <a href={pathIn(language, `/operator/payments/${id}`)}>{t('cardReturns.payment', { number: shown })}</a>
        {requested ? (
          <a href={pathIn(language, '/operator/approvals')}>{t('cardReturns.waits')}</a>
        ) : (
          <a className="btn" href={pathIn(language, `${RETURNS.path}/${id}`)}>
            {t('cardReturns.decide')}
            <span className="vh"> {shown}</span>
          </a>
        )}
      </div>
    </section>
  )
}
