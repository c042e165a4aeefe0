import { BankMatchFields, BankNoteFields } from '#app/contract/company/money/bank.ts'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Card, Facts } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { OptionCard } from '#app/ui/form/option-card.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Money } from '#app/ui/price.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { NoFields } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/one'
import { BookedTitle, BookedWords, type Line } from './bank-parts.tsx'

export const handle: PageHandle = { title: 'bank/one.title', areas: ['bank', 'errors'], noJs: true }

export const loader = async ({ context, params }: Route.LoaderArgs) => ({
  line: await apiOf(context).company.money.bank.line({ id: idIn(params.id) }),
})

const CHANGED = { at: { CHANGED_MEANWHILE: { '': ['changed_meanwhile'] } } }

export async function action({ context, params, request }: Route.ActionArgs) {
  const id = idIn(params.id)
  const { bank } = apiOf(context).company.money
  const t = textFor(context.get(siteContext).language, 'bank')
  const here = `/desk/bank/${id}`
  const fields = await request.formData()
  switch (fields.get('intent')) {
    case 'reopen':
      return answerForm({ context, request: fields }, NoFields, async () => {
        await bank.reopen({ id })
        return { to: here, said: t('one.reopened') }
      })
    case 'explain':
      return answerForm(
        { context, request: fields },
        BankNoteFields,
        async ({ note }) => {
          await bank.explain({ id, note })
          return { to: here, said: t('one.explained') }
        },
        CHANGED,
      )
    default:
      return answerForm(
        { context, request: fields },
        BankMatchFields,
        async ({ item }) => {
          await bank.match({ id, item })
          return { to: here, said: t('one.matched') }
        },
        CHANGED,
      )
  }
}

function idIn(text: string): number {
  const id = RowId.safeParse(text)
  if (!id.success) throw notFound()
  return id.data
}

/** A line of a statement: what it is in the books, or what it could be. */
export default function BankLine({ loaderData: { line }, actionData }: Route.ComponentProps) {
  const t = useText('bank')
  const { language } = useLanguage()
  const reply = actionData?.form
  const sent = reply?.initialValue?.intent
  const { state, on, name, reference, text } = line
  const facts = [
    { key: 'day', label: t('day'), value: formatDate(on, language, 'weekday') },
    { key: 'name', label: t('name'), value: name },
    { key: 'text', label: t('words'), value: text },
    { key: 'reference', label: t('reference'), value: reference },
  ].filter(({ value }) => value !== '')
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('title'), href: pathIn(language, '/desk/bank') }, { label: t('one.title') }]} />
      <div className="head row between">
        <h1>
          <Money {...line} />
        </h1>
        <Tag kind={state === 'OPEN' ? 'warn' : 'ok'}>{t(`view.${state}`)}</Tag>
      </div>
      <div className="stack">
        <Card id="line" title={t('line')} className="stack stack-2">
          <Facts facts={facts.map((fact) => ({ ...fact, value: <bdi className="break">{fact.value}</bdi> }))} />
        </Card>
        {state === 'OPEN' ? (
          <>
            <MatchForm line={line} reply={sent === 'explain' ? undefined : reply} />
            <ExplainForm reply={sent === 'explain' ? reply : undefined} />
          </>
        ) : (
          <Decided line={line} />
        )}
      </div>
    </>
  )
}

function MatchForm({ line, reply }: { line: Line; reply: FormReply | undefined }) {
  const t = useText('bank')
  const { language } = useLanguage()
  const form = useReply('match', { reply })
  const { candidates, currency, amount } = line
  if (candidates.length === 0) return <Note>{t('one.noCandidates')}</Note>
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="match-title">
      <h2 id="match-title">{t('one.is')}</h2>
      <ErrorSummary id="match-errors" entries={form.summary({ item: t('one.is') })} />
      <fieldset className="stack stack-2" id="match-item">
        <legend className="vh">{t('one.is')}</legend>
        {candidates.map((item) => (
          <OptionCard
            key={item.key}
            name="item"
            value={item.key}
            checked={form.isChosen('item', item.key)}
            title={<BookedTitle item={item} />}
            detail={[formatDate(item.on, language, 'short'), item.reference].filter(Boolean).join(' · ')}
            end={
              <>
                <Money amount={item.amount} currency={currency} />
                {item.amount !== amount && (
                  <span className="sm soft block">
                    {t('one.difference')} <Money amount={amount - item.amount} currency={currency} />
                  </span>
                )}
              </>
            }
          />
        ))}
      </fieldset>
      <div>
        <SubmitButton name="intent" value="match">
          {t('one.match')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}

function ExplainForm({ reply }: { reply: FormReply | undefined }) {
  const t = useText('bank')
  const form = useReply('explain', { reply })
  const labels = { note: t('one.note') }
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="explain-title">
      <h2 id="explain-title">{t('one.explain')}</h2>
      <ErrorSummary id="explain-errors" entries={form.summary(labels)} />
      <TextField {...form.field('note')} label={labels.note} hint={t('one.noteHint')} maxLength={300} required />
      <div>
        <SubmitButton name="intent" value="explain" className="btn">
          {t('one.save')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}

function Decided({ line: { matched, why, note, currency, amount } }: { line: Line }) {
  const t = useText('bank')
  const difference = amount - matched.reduce((sum, item) => sum + item.amount, 0)
  return (
    <Card id="books" title={t('books')} className="stack stack-2">
      {note !== null && (
        <p>
          <bdi>{note}</bdi>
        </p>
      )}
      {matched.length > 0 && (
        <ul className="stack stack-1 bare">
          {matched.map((item) => (
            <li key={item.key}>
              <BookedWords item={item} currency={currency} />
            </li>
          ))}
        </ul>
      )}
      {matched.length > 0 && difference !== 0 && (
        <Note kind="warn">
          {t('one.difference')} <Money amount={difference} currency={currency} />
        </Note>
      )}
      {why && <p className="sm soft">{t(`whyLong.${why}`)}</p>}
      <PostForm>
        <SubmitButton name="intent" value="reopen" className="btn btn-s">
          {t('one.reopen')}
        </SubmitButton>
      </PostForm>
    </Card>
  )
}
