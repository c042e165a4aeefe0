import { z } from 'zod'
import { BANK_VIEWS, BankFileFields } from '#app/contract/company/money/bank.ts'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { unitOf } from '#app/i18n/format/money.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CURRENCY_CODES } from '#app/rules/constants.ts'
import { BANK_UNITS, LONGEST } from '#app/rules/money/bank/bank-line.ts'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { Card } from '#app/ui/card.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Money } from '#app/ui/price.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/list'
import { BookedWords, LineWords } from './bank-parts.tsx'

const LINES = listAt('/desk/bank', { size: 25, filters: { view: oneOf(BANK_VIEWS), of: oneOf(CURRENCY_CODES) } })

export const handle: PageHandle = { title: 'bank/title', areas: ['bank', 'errors'], noJs: true, query: LINES.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(LINES, url, ({ of, ...asked }) => apiOf(context).company.money.bank.lines({ ...asked, currency: of }))

/** Adds a statement, or removes one that was added by mistake. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'bank')
  const fields = await request.formData()
  if (fields.get('intent') === 'remove')
    return answerForm({ context, request: fields }, z.object({ id: RowId }), async ({ id }) => {
      await apiOf(context).company.money.bank.removeStatement({ id })
      return { to: `${LINES.path}${url.search}`, said: t('removed') }
    })
  return answerForm({ context, request: fields }, BankFileFields, async ({ file, unit, account }, form) => {
    if (file.size === 0) return form.refuse({ file: ['required'] })
    const { added, matched, lines, currency } = await apiOf(context).company.money.bank.upload({ file, unit, account })
    const said = added === 0 ? t('upload.nothing', { lines }) : t('upload.done', { added, matched })
    return { to: LINES.href({ of: currency }), said }
  })
}

type Found = Route.ComponentProps['loaderData']
type Line = Found['results'][number]

/** What the bank says beside what the books say. */
export default function Bank({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('bank')
  const { language } = useLanguage()
  const { filters, currencies, currency } = loaderData
  return (
    <ListPage
      list={LINES}
      found={loaderData}
      title={t('title')}
      text={t('text')}
      filters={
        <>
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
          <Sums found={loaderData} />
          <UploadForm reply={actionData?.form} currency={currency} />
          <FilterChips
            list={LINES}
            found={loaderData}
            name="view"
            label={t('state')}
            scrolls
            choices={BANK_VIEWS.map((value) => ({
              value: value === 'OPEN' ? undefined : value,
              label: t(`view.${value}`),
            }))}
          />
        </>
      }
      empty={t(loaderData.statements.length === 0 ? 'noStatements' : 'none')}
      emptyText={loaderData.statements.length === 0 ? t('noStatementsText') : undefined}
      label={t(`view.${filters.view ?? 'OPEN'}`)}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('line'),
          whole: true,
          cell: (line) => (
            <a className="go" href={pathIn(language, `${LINES.path}/${line.id}`)}>
              <LineWords line={line} />
            </a>
          ),
        },
        { head: t('day'), cell: ({ on }) => formatDate(on, language, 'short') },
        { head: t('amount'), far: true, className: 'n', cell: (line) => <Money {...line} /> },
        { head: t('books'), whole: true, cell: (line) => <InBooks line={line} /> },
      ]}
      after={<Statements found={loaderData} reply={actionData?.form} />}
    />
  )
}

function InBooks({ line }: { line: Line }) {
  const t = useText('bank')
  const { language } = useLanguage()
  const { state, matched, why, note, candidates, currency } = line
  if (state === 'EXPLAINED') return <bdi>{note}</bdi>
  if (state === 'OPEN')
    return candidates.length === 0 ? (
      <Tag kind="bad">{t('onlyBank')}</Tag>
    ) : (
      <Tag kind="warn">{t('proposals', { n: candidates.length })}</Tag>
    )
  const [first] = matched
  return (
    <>
      {first && matched.length === 1 ? (
        <BookedWords item={first} currency={currency} />
      ) : (
        t('several', { n: formatNumber(matched.length, language) })
      )}{' '}
      {why && <Tag kind="ok">{t(`why.${why}`)}</Tag>}
    </>
  )
}

/** The sums of each state, which lead to their lists. */
function Sums({ found }: { found: Found }) {
  const t = useText('bank')
  const { language } = useLanguage()
  const { currency, filters } = found
  const tiles = [
    { key: 'MATCHED', kind: 'ok', sums: found.matched, href: LINES.href({ ...filters, view: 'MATCHED' }) },
    { key: 'OPEN', kind: 'warn', sums: found.open, href: LINES.href({ ...filters, view: 'OPEN' }) },
    { key: 'DIFFERENT', kind: 'warn', sums: found.different, href: LINES.href({ ...filters, view: 'DIFFERENT' }) },
    { key: 'MISSING', kind: 'bad', sums: found.missing, href: `/desk/bank/missing?of=${currency}` },
  ] as const
  return (
    <ul className="tiles sums" aria-label={t('figures')}>
      {tiles.map(({ key, kind, sums, href }) => (
        <li key={key}>
          <a className={`card tile ${sums.count > 0 ? `note-${kind}` : ''}`} href={pathIn(language, href)}>
            <b className="num">{formatNumber(sums.count, language)}</b> <span>{t(`tile.${key}`)}</span>{' '}
            <span className="sm">
              <Money amount={sums.amount} currency={currency} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function UploadForm({ reply, currency }: { reply: FormReply | undefined; currency: Found['currency'] }) {
  const t = useText('bank')
  const isRemoval = reply?.initialValue?.intent === 'remove'
  const form = useReply('upload', {
    reply: isRemoval ? undefined : reply,
    initial: { unit: currency === 'EUR' ? 'EUR' : 'IRR' },
  })
  const labels = { file: t('upload.file'), unit: t('upload.unit'), account: t('upload.account') }
  return (
    <PostForm {...form.props} encType="multipart/form-data" className="card stack" aria-labelledby="upload-title">
      <h2 id="upload-title">{t('upload.title')}</h2>
      <ErrorSummary id="upload-errors" entries={form.summary(labels)} />
      <FileField
        {...form.field('file')}
        accept=".xml,.sta,.mt940,.940,.txt,.csv"
        label={labels.file}
        hint={t('upload.fileHint', { formats: 'CAMT.053, MT940, CSV' })}
        required
      />
      <div className="fields">
        <SelectField
          {...form.field('unit')}
          label={labels.unit}
          hint={t('upload.unitHint')}
          options={BANK_UNITS.map((value) => ({ value, label: t(`unit.${value}`) }))}
        />
      </div>
      <TextField
        {...form.field('account')}
        label={labels.account}
        hint={t('upload.accountHint')}
        maxLength={LONGEST.account}
      />
      <div>
        <SubmitButton>{t('upload.submit')}</SubmitButton>
      </div>
    </PostForm>
  )
}

function Statements({
  found: { statements, currency, filters },
  reply,
}: {
  found: Found
  reply: FormReply | undefined
}) {
  const t = useText('bank')
  const { language } = useLanguage()
  const isRemoval = reply?.initialValue?.intent === 'remove'
  const removal = useReply('removal', { reply: isRemoval ? reply : undefined })
  if (statements.length === 0) return null
  return (
    <Card id="statements" title={t('statements')} className="stack stack-2">
      <ErrorSummary id="removal-errors" entries={removal.summary({})} />
      <ColumnTable
        label={t('statements')}
        rows={statements}
        rowKey={({ id }) => id}
        columns={[
          {
            head: t('file'),
            whole: true,
            cell: ({ name, format, ending }) => (
              <>
                <bdi className="break">{name}</bdi>{' '}
                <span className="sm soft">
                  {format} {ending && t('ending', { ending })}
                </span>
              </>
            ),
          },
          {
            head: t('days'),
            cell: ({ from, to }) =>
              t('fromTo', { from: formatDate(from, language, 'short'), to: formatDate(to, language, 'short') }),
          },
          { head: t('lines'), labelled: true, cell: ({ lines }) => formatNumber(lines, language) },
          {
            head: t('closing'),
            className: 'n',
            labelled: true,
            cell: ({ closing }) => (closing === null ? '—' : <Money amount={closing} currency={currency} />),
          },
          {
            head: t('remove'),
            far: true,
            cell: ({ id, name, removable }) =>
              removable && (
                <PostForm aria-label={t('removeOne', { name })}>
                  <input type="hidden" name="id" value={id} />
                  <SubmitButton name="intent" value="remove" className="btn btn-s">
                    {t('remove')}
                  </SubmitButton>
                </PostForm>
              ),
          },
        ]}
      />
      <p>
        <a className="btn btn-s" href={pathIn(language, `/desk/bank.csv?of=${filters.of ?? currency}`)} download>
          {t('csv')}
        </a>
      </p>
    </Card>
  )
}
