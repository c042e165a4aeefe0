import { z } from 'zod'
import { PublicId, RowId } from '#app/contract/shapes/shapes.ts'
import { latin } from '#app/contract/shapes/text.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { fleetMeta, readVehicle } from '#app/routes/desk/fleet/own-vehicle.server.ts'
import { VehicleHead } from '#app/routes/desk/fleet/vehicle-head.tsx'
import { Card } from '#app/ui/card.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Money } from '#app/ui/price.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/vehicle'
import { DueInputs, DueState, DueWhen, useDueLabels } from './due-parts.tsx'
import { costOf, DueForm } from './typed-cost.server.ts'

const PaperForm = z.object({
  due: z.preprocess(latin, RowId),
  file: z.file({ error: 'required' }),
})

export const handle: PageHandle = { areas: ['due', 'fleet', 'files', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const vehicle = await readVehicle(context, params.id)
  const title = textFor(context.get(siteContext).language, 'due')('title')
  const due = await apiOf(context).company.fleet.due.ofVehicle({ id: vehicle.id })
  return { meta: fleetMeta(context, `${title}: ${vehicle.title}`), vehicle, due }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id, currency } = await readVehicle(context, params.id)
  const t = textFor(context.get(siteContext).language, 'due')
  const { due } = apiOf(context).company.fleet
  const fields = await request.formData()
  const here = `/desk/fleet/${id}/due`
  if (fields.get('intent') === 'remove') {
    const one = RowId.safeParse(fields.get('due'))
    if (!one.success) throw notFound()
    await due.remove({ id, due: one.data })
    return goOn(context, here, t('removed'))
  }
  if (fields.get('intent') === 'removePaper') {
    const paper = PublicId.safeParse(fields.get('paper'))
    if (!paper.success) throw notFound()
    await due.removePaper({ id, paper: paper.data })
    return goOn(context, here, t('papers.removed'))
  }
  if (fields.get('intent') === 'paper')
    return answerForm({ context, request: fields }, PaperForm, async (paper) => {
      await due.addPaper({ id, ...paper })
      return { to: here, said: t('papers.saved') }
    })
  return answerForm({ context, request: fields }, DueForm, async ({ cost: _, ...typed }, form) => {
    const cost = costOf(form.value, currency)
    if (cost.wrong) return form.refuse({ cost: [cost.wrong] })
    await due.add({ id, ...typed, cost: cost.cost })
    return { to: here, said: t('add.saved') }
  })
}

type Loaded = Route.ComponentProps['loaderData']

export default function VehicleDuePage({ loaderData: { vehicle, due }, actionData }: Route.ComponentProps) {
  const t = useText('due')
  const { language } = useLanguage()
  const isOfPaper = actionData?.form.initialValue?.intent === 'paper'
  return (
    <>
      <VehicleHead vehicle={vehicle} part="due" />
      <div className="duo">
        <div className="stack">
          {due.open.some(({ closes_hand_over }) => closes_hand_over) && (
            <Note kind="bad">
              <b>{t('closed')}.</b> {t('rule')}
            </Note>
          )}
          <Card id="open" title={t('open')} className="stack stack-2">
            {due.open.length === 0 ? (
              <p className="soft">{t('none')}</p>
            ) : (
              <ColumnTable
                label={t('open')}
                rows={due.open}
                rowKey={({ id }) => id}
                columns={[
                  { head: t('what'), whole: true, cell: (one) => <What of={one} /> },
                  { head: t('when'), labelled: true, cell: (one) => <DueWhen due={one} /> },
                  { head: t('status'), far: true, cell: (one) => <DueState due={one} /> },
                  { head: t('action'), whole: true, cell: (one) => <Actions of={one} /> },
                ]}
              />
            )}
          </Card>
          <AddForm currency={due.currency} reply={isOfPaper ? undefined : actionData?.form} />
          {(due.open.length > 0 || due.done.length > 0) && (
            <Papers vehicle={vehicle.id} due={due} reply={isOfPaper ? actionData?.form : undefined} />
          )}
        </div>
        <aside className="stack">
          {due.odometer !== null && <p>{t('odometer', { km: formatNumber(due.odometer, language) })}</p>}
          <Costs due={due} />
          <History due={due} />
          <p className="sm soft">{t('rule')}</p>
        </aside>
      </div>
    </>
  )
}

function What({ of: { kind, note } }: { of: Pick<Loaded['due']['open'][number], 'kind' | 'note'> }) {
  const t = useText('due')
  return (
    <>
      {t(`kind.${kind}`)} {note && <bdi className="sm mute">{note}</bdi>}
    </>
  )
}

function Actions({ of: { id, kind, vehicle } }: { of: Loaded['due']['open'][number] }) {
  const t = useText('due')
  const { language } = useLanguage()
  return (
    <div className="row row-s">
      <a className="btn btn-s" href={pathIn(language, `/desk/fleet/${vehicle.id}/due/${id}`)}>
        {t('done.link')}
        <span className="vh"> {t(`kind.${kind}`)}</span>
      </a>
      <PostForm>
        <input type="hidden" name="due" value={id} />
        <SubmitButton name="intent" value="remove" className="btn btn-s btn-bare">
          {t('remove')}
          <span className="vh"> {t(`kind.${kind}`)}</span>
        </SubmitButton>
      </PostForm>
    </div>
  )
}

function AddForm({ currency, reply }: { currency: Loaded['due']['currency']; reply: FormReply | undefined }) {
  const t = useText('due')
  const form = useReply('due', { reply })
  const labels = useDueLabels(currency)
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="add-due">
      <h2 id="add-due">{t('add.title')}</h2>
      <ErrorSummary id="due-errors" entries={form.summary(labels)} />
      <DueInputs form={form} labels={labels} />
      <div>
        <SubmitButton>{t('add.submit')}</SubmitButton>
      </div>
    </PostForm>
  )
}

/** The attached papers, and a form for another one. */
function Papers({ vehicle, due, reply }: { vehicle: number; due: Loaded['due']; reply: FormReply | undefined }) {
  const t = useText('due')
  const { language } = useLanguage()
  const form = useReply('paper', { reply })
  const labels = { due: t('papers.of'), file: t('papers.file') }
  const entries = [
    ...due.open.map(({ id, kind }) => ({ id, label: t(`kind.${kind}`) })),
    ...due.done.map(({ id, kind, done_on }) => ({
      id,
      label: t('papers.done', { what: t(`kind.${kind}`), day: formatDate(done_on, language, 'short') }),
    })),
  ]
  const named = new Map(entries.map(({ id, label }) => [id, label]))
  return (
    <section className="card stack" aria-labelledby="papers-title">
      <h2 id="papers-title">{t('papers.title')}</h2>
      <p className="sm soft">{t('papers.text')}</p>
      {due.papers.length === 0 && <p className="soft">{t('papers.none')}</p>}
      {due.papers.length > 0 && (
        <ul className="stack stack-1">
          {due.papers.map(({ id, name, due: of }) => (
            <li key={id} className="row between">
              <span>
                <a href={pathIn(language, `/desk/fleet/${vehicle}/papers/${id}`)}>
                  <bdi>{name}</bdi>
                </a>{' '}
                <span className="sm soft">{named.get(of)}</span>
              </span>
              <PostForm>
                <input type="hidden" name="paper" value={id} />
                <SubmitButton name="intent" value="removePaper" className="btn btn-s btn-bare">
                  {t('papers.remove')}
                  <span className="vh"> {name}</span>
                </SubmitButton>
              </PostForm>
            </li>
          ))}
        </ul>
      )}
      <PostForm {...form.props} encType="multipart/form-data" className="stack" aria-label={t('papers.submit')}>
        <ErrorSummary id="paper-errors" entries={form.summary(labels)} />
        <SelectField
          {...form.field('due')}
          label={labels.due}
          options={entries.map(({ id, label }) => ({ value: String(id), label }))}
        />
        <FileField
          {...form.field('file')}
          label={labels.file}
          hint={t('papers.hint')}
          accept="image/jpeg,image/png,application/pdf"
          required
        />
        <div>
          <SubmitButton name="intent" value="paper" className="btn">
            {t('papers.submit')}
          </SubmitButton>
        </div>
      </PostForm>
    </section>
  )
}

function Costs({ due: { costs, currency } }: Pick<Loaded, 'due'>) {
  const t = useText('due')
  const { language } = useLanguage()
  if (costs.length === 0) return null
  const all = costs.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Card id="costs" title={t('costs')} className="stack stack-2">
      <ColumnTable
        label={t('costs')}
        rows={costs}
        rowKey={({ kind }) => kind}
        columns={[
          { head: t('what'), whole: true, cell: ({ kind }) => t(`kind.${kind}`) },
          { head: t('times'), className: 'n', labelled: true, cell: ({ times }) => formatNumber(times, language) },
          {
            head: t('cost'),
            className: 'n',
            labelled: true,
            cell: ({ amount }) => <Money amount={amount} currency={currency} />,
          },
        ]}
      />
      <p>
        {t('sum')}: <Money amount={all} currency={currency} />
      </p>
    </Card>
  )
}

function History({ due: { done, currency } }: Pick<Loaded, 'due'>) {
  const t = useText('due')
  const { language } = useLanguage()
  if (done.length === 0) return null
  return (
    <Card id="history" title={t('history')}>
      <ul className="stack stack-1 sm">
        {done.map(({ id, kind, note, done_on, done_km, cost }) => (
          <li key={id}>
            {formatDate(done_on, language, 'short')} <What of={{ kind, note }} />{' '}
            {done_km !== null && t('atKm', { km: formatNumber(done_km, language) })}{' '}
            {cost !== null && <Money amount={cost} currency={currency} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}
