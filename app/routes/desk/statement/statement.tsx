import { z } from 'zod'
import { requiredText } from '#app/contract/text.ts'
import { CompanyAccount } from '#app/features/desk/company-account.tsx'
import { formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { unitOf } from '#app/i18n/money.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { CURRENCY_CODES, HOME_ZONE } from '#app/rules/constants.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form.tsx'
import { Note } from '#app/ui/note.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { Money } from '#app/ui/price.tsx'
import { Cell, Row, RowTable } from '#app/ui/row-table.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/statement'

const PATH = '/desk/statement'
const SIZE = 50

export const handle: PageHandle = { areas: ['payouts'], noJs: true, query: ['page', 'of'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'payouts')
  const page = Number(url.searchParams.get('page') ?? 1)
  const currency = CURRENCY_CODES.find((code) => code === url.searchParams.get('of'))
  const { results, ...found } = await apiOf(context).desk.statement({ page, size: SIZE, currency })
  return {
    meta: { title: t('statement.title'), description: t('statement.description') },
    account: { ...found, lines: results },
    ...pageAt(found, { page, size: SIZE }),
  }
}

const Bank = z.object({ holder: requiredText(70), iban: requiredText(50) })

export async function action({ context, request }: Route.ActionArgs) {
  const form = await parseForm(request, Bank, formPage(context))
  if (!form.ok) return form.reply
  try {
    await apiOf(context).desk.changeBank(form.value)
    return goOn(context, PATH, textFor(context.get(siteContext).language, 'payouts')('bank.done'))
  } catch (error) {
    return refused(error, form)
  }
}

type Account = Route.ComponentProps['loaderData']['account']

export default function Statement({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('payouts')
  const { language } = useLanguage()
  const { account, page, pages } = loaderData
  const { currency, currencies, account: parts, on_its_way, bank } = account
  return (
    <>
      <h1 className="head">{t('statement.title')}</h1>
      <div className="stack">
        {currencies.length > 1 && (
          <nav className="seg seg-s" aria-label={t('currency')}>
            {currencies.map((code) => (
              <a
                key={code}
                href={pathIn(language, `${PATH}?of=${code}`)}
                aria-current={code === currency ? 'true' : undefined}
              >
                {unitOf(code, language)}
              </a>
            ))}
          </nav>
        )}
        <section className="card stack">
          <CompanyAccount account={parts} />
          {on_its_way > 0 && (
            <p className="soft">
              {t('statement.onItsWay')} <Money amount={on_its_way} currency={currency} />
            </p>
          )}
          <p>
            <a href={pathIn(language, '/profile/ads-commission')}>{t('statement.commission')}</a>
          </p>
        </section>
        <Lines account={account} />
        {account.lines.length > 0 && (
          <p>
            <a className="btn btn-s" href={pathIn(language, `/desk/statement.csv?of=${currency}`)} download>
              {t('statement.csv')}
            </a>
          </p>
        )}
        <Pagination
          page={page}
          pages={pages}
          href={(n) => pathIn(language, `${PATH}?${new URLSearchParams({ of: currency, page: String(n) })}`)}
        />
        <BankForm bank={bank} reply={actionData?.form} />
      </div>
    </>
  )
}

function Lines({ account: { lines, currency } }: { account: Account }) {
  const t = useText('payouts')
  const { language } = useLanguage()
  return (
    <Card id="lines" title={t('statement.lines')}>
      {lines.length === 0 && <p className="soft">{t('statement.none')}</p>}
      {lines.length > 0 && (
        <RowTable
          label={t('statement.lines')}
          head={[t('statement.what'), t('statement.day'), t('amount'), t('statement.after')]}
        >
          {lines.map(({ at, kind, number, amount, balance }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line of the ledger has no other name than its place
            <Row key={index}>
              <Cell whole>
                {t(`statement.kind.${kind}`)} {number && <bdi>{localDigits(number, language)}</bdi>}
              </Cell>
              <Cell>{formatInstant(new Date(at), HOME_ZONE, language, 'short')}</Cell>
              <Cell far className="n">
                <Money amount={amount} currency={currency} />
              </Cell>
              <Cell className="n" label={t('statement.after')}>
                <Money amount={balance} currency={currency} />
              </Cell>
            </Row>
          ))}
        </RowTable>
      )}
    </Card>
  )
}

function BankForm({ bank, reply }: { bank: Account['bank']; reply?: FormReply }) {
  const t = useText('payouts')
  const form = useReply('bank', { reply, initial: { holder: bank?.holder } })
  const labels = { holder: t('bank.holder'), iban: t('bank.iban') }
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="bank-title">
      <h2 id="bank-title">{t('bank.title')}</h2>
      <ErrorSummary id="bank-errors" entries={form.summary(labels)} />
      <p className="soft">{bank ? t('bank.now', { holder: bank.holder, iban: bank.iban }) : t('bank.none')}</p>
      {bank?.holder_status === 'WAITING' && <Note kind="warn">{t('bank.waits')}</Note>}
      <TextField
        {...form.field('holder')}
        label={labels.holder}
        hint={t('bank.holderHint')}
        maxLength={70}
        autoComplete="off"
      />
      <TextField {...form.field('iban')} label={labels.iban} dir="ltr" maxLength={50} autoComplete="off" />
      <div>
        <SubmitButton>{t('bank.save')}</SubmitButton>
      </div>
    </PostForm>
  )
}
