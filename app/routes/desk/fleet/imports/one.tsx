import { z } from 'zod'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Card } from '#app/ui/card.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Money } from '#app/ui/price.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/one'

export const handle: PageHandle = { areas: ['imports', 'bulk', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await apiOf(context).company.fleet.imports.read({ id: idIn(params.id) })
  return { meta: { title: found.name }, found }
}

const Decision = z.object({ decision: z.enum(['apply', 'applyValid', 'undo'], { error: 'required' }) })
const CHANGED = { at: { CHANGED_MEANWHILE: { '': ['changed_meanwhile'] } } }

export function action({ context, params, request }: Route.ActionArgs) {
  const id = idIn(params.id)
  const { imports } = apiOf(context).company.fleet
  const t = textFor(context.get(siteContext).language, 'imports')
  const to = `/desk/fleet/imports/${id}`
  return answerForm(
    { context, request },
    Decision,
    async ({ decision }) => {
      if (decision === 'undo') return { to, said: t('undone', await imports.undo({ id })) }
      const { created, changed } = await imports.apply({ id, skip_invalid: decision === 'applyValid' })
      return { to, said: t('applied', { created, changed }) }
    },
    CHANGED,
  )
}

function idIn(text: string): number {
  const id = RowId.safeParse(text)
  if (!id.success) throw notFound()
  return id.data
}

type Found = Route.ComponentProps['loaderData']['found']
type Reply = NonNullable<Route.ComponentProps['actionData']>['form'] | undefined

/** A file of vehicles: what it would do, or what it did and how to undo it. */
export default function Import({ loaderData: { found }, actionData }: Route.ComponentProps) {
  const t = useText('imports')
  const desk = useText('desk')
  const { language } = useLanguage()
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: desk('fleet.title'), href: pathIn(language, '/desk/fleet') },
          { label: t('title'), href: pathIn(language, '/desk/fleet/imports') },
          { label: found.name },
        ]}
      />
      <div className="head row between">
        <h1>
          <bdi>{found.name}</bdi>
        </h1>
        <Tag kind={found.state === 'APPLIED' ? 'ok' : 'info'}>{t(`state.${found.state}`)}</Tag>
      </div>
      <div className="stack">
        {found.preview && <Preview preview={found.preview} reply={actionData?.form} />}
        {found.state === 'APPLIED' && <Undo found={found} reply={actionData?.form} />}
        <Vehicles found={found} />
      </div>
    </>
  )
}

function Preview({ preview, reply }: { preview: NonNullable<Found['preview']>; reply: Reply }) {
  const t = useText('imports')
  const form = useReply('apply', { reply })
  const { rows, invalid, created, changed, unchanged, errors, error_count, new_names } = preview
  const valid = rows - invalid
  return (
    <>
      <Note kind={error_count > 0 ? 'warn' : 'info'}>
        <p>{t('counts', { rows, created, changed, unchanged, invalid })}</p>
        {valid === 0 && <p>{t('nothing')}</p>}
      </Note>
      {errors.length > 0 && (
        <Card id="errors" title={t('errors')} className="stack stack-2">
          <ul className="stack stack-1 bare">
            {errors.map(({ line, column, kind, values }) => (
              <li key={`${line} ${column} ${kind}`}>
                <b>{column ? t('inColumn', { n: line, column }) : t('line', { n: line })}</b>:{' '}
                {t.loose(`error.${kind}`, values)}
              </li>
            ))}
          </ul>
          {error_count > errors.length && <p className="soft">{t('moreErrors', { n: error_count - errors.length })}</p>}
        </Card>
      )}
      {new_names.length > 0 && (
        <Card id="names" title={t('newNames')}>
          <p>
            <bdi>{new_names.join('، ')}</bdi>
          </p>
        </Card>
      )}
      {valid > 0 && (
        <DecisionForm
          form={form}
          text={t('applyText')}
          choices={[
            invalid > 0
              ? { value: 'applyValid', label: t('applyValid', { n: valid }) }
              : { value: 'apply', label: t('apply') },
          ]}
          back={{ path: '/desk/fleet/imports', label: t('other') }}
        />
      )}
    </>
  )
}

function Undo({ found: { obstacles }, reply }: { found: Found; reply: Reply }) {
  const t = useText('imports')
  const form = useReply('undo', { reply })
  if (obstacles.length === 0)
    return (
      <DecisionForm
        form={form}
        text={t('undoText')}
        choices={[{ value: 'undo', label: t('undo'), isBad: true }]}
        back={{ path: '/desk/fleet/imports', label: t('all') }}
      />
    )
  return (
    <Card id="obstacles" title={t('cannot')} className="stack stack-2">
      {reply && <p role="alert">{t('changedMeanwhile')}</p>}
      <ul className="stack stack-1 bare">
        {obstacles.map(({ title, plate, reference, why }) => (
          <li key={`${reference} ${plate} ${title}`}>
            {t(`why.${why}`, { title })} <Plate text={plate} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Vehicles({ found: { vehicles, vehicle_count, currency, state } }: { found: Found }) {
  const t = useText('imports')
  const bulk = useText('bulk')
  const desk = useText('desk')
  if (state === 'UNDONE') return null
  return (
    <Card id="vehicles" title={t('vehicles', { n: vehicle_count })} className="stack stack-2">
      {vehicle_count > 0 && (
        <ColumnTable
          label={t('vehicles', { n: vehicle_count })}
          rows={vehicles}
          rowKey={({ reference }) => reference}
          columns={[
            { head: desk('one.vehicle'), whole: true, cell: ({ title }) => <b>{title}</b> },
            { head: t('reference'), cell: ({ reference }) => <bdi>{reference}</bdi> },
            { head: desk('one.plate'), far: true, cell: ({ plate }) => <Plate text={plate} /> },
            {
              head: t('change'),
              whole: true,
              cell: ({ before, facts }) =>
                before === null ? <Tag kind="ok">{t('isNew')}</Tag> : t('facts', { n: facts }),
            },
            {
              head: t('price'),
              className: 'n',
              whole: true,
              labelled: true,
              cell: ({ before, after }) => (
                <>
                  {before !== null && before !== after && (
                    <s className="sm soft">
                      <Money amount={before} currency={currency} />
                    </s>
                  )}{' '}
                  <Money amount={after} currency={currency} />
                </>
              ),
            },
          ]}
        />
      )}
      {vehicle_count > vehicles.length && (
        <p className="soft">{bulk('more', { n: vehicle_count - vehicles.length })}</p>
      )}
    </Card>
  )
}
