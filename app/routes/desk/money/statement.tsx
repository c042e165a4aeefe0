import { BankAccount } from '#app/contract/shapes/iban.ts'
import { CompanyAccount } from '#app/features/desk/company-account.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { unitOf } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CURRENCY_CODES, HOME_ZONE } from '#app/rules/constants.ts'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { Card } from '#app/ui/card.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { ListFile, ListPages } from '#app/ui/desk/list-page.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Money } from '#app/ui/price.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/statement'

const LINES = listAt('/desk/statement', { size: 50, filters: { of: oneOf(CURRENCY_CODES) } })

export const handle: PageHandle = {
  title: 'payouts/statement.title',
  description: 'payouts/statement.description',
  areas: ['payouts'],
  noJs: true,
  query: LINES.query,
}

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(LINES, url, ({ of, ...asked }) => apiOf(context).company.money.statement({ ...asked, currency: of }))

export function action({ context, request }: Route.ActionArgs) {
  return answerForm({ context, request }, BankAccount, async (bank) => {
    await apiOf(context).company.money.changeBank(bank)
    return { to: LINES.path, said: textFor(context.get(siteContext).language, 'payouts')('bank.done') }
  })
}

type Account = Route.ComponentProps['loaderData']

export default function Statement({ loaderData: account, actionData }: Route.ComponentProps) {
  const t = useText('payouts')
  const { language } = useLanguage()
  const { currency, currencies, account: parts, on_its_way, bank, results } = account
  // If the address names no currency, it is the company's usual one.
  const shown = { ...account, filters: { of: currency } }
  return (
    <>
      <h1 className="head">{t('statement.title')}</h1>
      <div className="stack">
        {currencies.length > 1 && (
          <nav className="seg seg-s" aria-label={t('currency')}>
            {currencies.map((code) => (
              <a
                key={code}
                href={pathIn(language, LINES.href({ of: code }))}
                aria-current={code === currency ? 'true' : undefined}
              >
                {unitOf(code, language)}
              </a>
            ))}
          </nav>
        )}
        <div className="card stack">
          <CompanyAccount account={parts} />
          {on_its_way > 0 && (
            <p className="soft">
              {t('statement.onItsWay')} <Money amount={on_its_way} currency={currency} />
            </p>
          )}
          <p>
            <a href={pathIn(language, '/profile/ads-commission')}>{t('statement.commission')}</a>
          </p>
        </div>
        <Lines account={account} />
        {results.length > 0 && (
          <p className="row row-s">
            <ListFile list={LINES} found={shown}>
              {t('statement.csv')}
            </ListFile>
            <a className="btn btn-s" href={pathIn(language, `/desk/statement.pdf?of=${currency}`)}>
              {t('statement.pdf')}
            </a>
          </p>
        )}
        <ListPages list={LINES} found={shown} />
        <BankForm bank={bank} reply={actionData?.form} />
      </div>
    </>
  )
}

function Lines({ account: { results, currency } }: { account: Account }) {
  const t = useText('payouts')
  const { language } = useLanguage()
  return (
    <Card id="lines" title={t('statement.lines')}>
      {results.length === 0 && <p className="soft">{t('statement.none')}</p>}
      {results.length > 0 && (
        <ColumnTable
          label={t('statement.lines')}
          rows={results}
          // A ledger line has no identity other than its position.
          rowKey={(_, index) => index}
          columns={[
            {
              head: t('statement.what'),
              whole: true,
              cell: ({ kind, number }) => (
                <>
                  {t(`statement.kind.${kind}`)} {number && <bdi>{localDigits(number, language)}</bdi>}
                </>
              ),
            },
            { head: t('statement.day'), cell: ({ at }) => formatInstant(new Date(at), HOME_ZONE, language, 'short') },
            {
              head: t('amount'),
              far: true,
              className: 'n',
              cell: ({ amount }) => <Money amount={amount} currency={currency} />,
            },
            {
              head: t('statement.after'),
              className: 'n',
              labelled: true,
              cell: ({ balance }) => <Money amount={balance} currency={currency} />,
            },
          ]}
        />
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
