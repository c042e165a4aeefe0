import { redirect } from 'react-router'
import { z } from 'zod'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DueInputs, useDueLabels } from '#app/routes/desk/due/due-parts.tsx'
import { costOf, DueForm } from '#app/routes/desk/due/typed-cost.server.ts'
import { idsOf } from '#app/rules/search/id-list.ts'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { AnswerNote } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/due'
import { ChosenList } from './chosen-list.tsx'

export const handle: PageHandle = { areas: ['bulk', 'due', 'errors'], noJs: true, query: ['ids'] }

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const ids = searchParams.get('ids') ?? ''
  const chosen = idsOf(ids)
  if (!chosen) throw redirect('/desk/fleet/many')
  const { company } = await apiOf(context).company.settings.frame({})
  const t = textFor(context.get(siteContext).language, 'bulk')
  return { meta: { title: t('due.title', { n: chosen.length }) }, ids, n: chosen.length, currency: company.currency }
}

const Typed = DueForm.extend({ ids: z.string(), decision: z.enum(['preview', 'enter']).catch('preview') })

/** Shows which vehicles would get it, or enters it for them. */
export async function action({ context, request }: Route.ActionArgs) {
  const { settings, fleet } = apiOf(context).company
  const { currency } = (await settings.frame({})).company
  return answerForm({ context, request }, Typed, async ({ decision, cost: typedCost, ...due }, form) => {
    const cost = costOf(form.value, currency)
    if (cost.wrong) return form.refuse({ cost: [cost.wrong] })
    const asked = { ...due, cost: cost.cost }
    if (decision === 'preview')
      return { form: undefined, typed: { ...due, cost: typedCost }, preview: await fleet.many.previewDue(asked) }
    const { changed } = await fleet.many.addDue(asked)
    const t = textFor(context.get(siteContext).language, 'bulk')
    return { to: '/desk/fleet', said: t('due.done', { n: changed }) }
  })
}

/** Enters something that falls due for the chosen vehicles: first a preview, then the button that does it. */
export default function EnterDue({ loaderData: { ids, n, currency }, actionData }: Route.ComponentProps) {
  const t = useText('bulk')
  const desk = useText('desk')
  const { language } = useLanguage()
  const shown = actionData && 'preview' in actionData ? actionData : undefined
  const form = useReply('due', { reply: actionData?.form, initial: shown && shownAgain(shown.typed, language) })
  const labels = useDueLabels(currency)
  return (
    <>
      <Breadcrumbs
        crumbs={[{ label: desk('fleet.title'), href: pathIn(language, '/desk/fleet') }, { label: t('to.due') }]}
      />
      <div className="head">
        <h1>{t('due.title', { n })}</h1>
        <p className="soft">{t('due.text')}</p>
      </div>
      <div className="stack">
        <DecisionForm
          form={form}
          labels={labels}
          choices={[{ label: t('prices.preview') }]}
          back={{ path: '/desk/fleet', label: t('back') }}
        >
          <input type="hidden" name="ids" value={ids} />
          <DueInputs form={form} labels={labels} />
        </DecisionForm>
        {shown && <Preview shown={shown} ids={ids} />}
      </div>
    </>
  )
}

type Shown = Extract<NonNullable<Route.ComponentProps['actionData']>, { preview: unknown }>

/** What was typed, as the fields show it. */
function shownAgain({ kind, due_on, due_km, cost, note }: Shown['typed'], language: Parameters<typeof formatDate>[1]) {
  return {
    ...{ kind, cost, note },
    due_on: due_on && formatDate(due_on, language, 'numeric'),
    due_km: due_km === undefined ? undefined : formatNumber(due_km, language),
  }
}

function Preview({ shown: { preview, typed }, ids }: { shown: Shown; ids: string }) {
  const t = useText('bulk')
  const { changing, staying } = preview
  const n = changing.length
  return (
    <section className="card stack" aria-labelledby="preview">
      <h2 id="preview">{t('due.previewTitle')}</h2>
      <AnswerNote kind={n > 0 ? 'info' : 'warn'} newest={preview}>
        <p>{t('due.changes', { n })}</p>
      </AnswerNote>
      {n > 0 && (
        <>
          <ChosenList label={t('due.changes', { n })} vehicles={changing} />
          <PostForm>
            <input type="hidden" name="ids" value={ids} />
            {(['kind', 'due_on', 'due_km', 'cost', 'note'] as const).map((name) => (
              <input key={name} type="hidden" name={name} value={typed[name] ?? ''} />
            ))}
            <SubmitButton name="decision" value="enter">
              {t('due.apply', { n })}
            </SubmitButton>
          </PostForm>
        </>
      )}
      {staying.length > 0 && (
        <>
          <h3>{t('staying', { n: staying.length })}</h3>
          <p>{t('due.staying')}</p>
          <ChosenList label={t('staying', { n: staying.length })} vehicles={staying} />
        </>
      )}
    </section>
  )
}
