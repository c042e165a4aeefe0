import { redirect } from 'react-router'
import { z } from 'zod'
import { STATE_ACTIONS } from '#app/contract/company/fleet/many.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { idsOf } from '#app/rules/search/id-list.ts'
import { Card } from '#app/ui/card.tsx'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/state'
import { ChosenList } from './chosen-list.tsx'

export const handle: PageHandle = { areas: ['bulk', 'errors'], noJs: true, query: ['to', 'ids'] }

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const action = STATE_ACTIONS.find((one) => one === searchParams.get('to'))
  const ids = searchParams.get('ids') ?? ''
  if (!action || !idsOf(ids)) throw redirect('/desk/fleet/many')
  const preview = await apiOf(context).company.fleet.many.previewState({ ids, action })
  const n = preview.changing.length
  const t = textFor(context.get(siteContext).language, 'bulk')
  return { meta: { title: t(`${action}.title`, { n }) }, ids, action, preview }
}

const Sent = z.object({ ids: z.string(), action: z.enum(STATE_ACTIONS, { error: 'required' }) })

export function action({ context, request }: Route.ActionArgs) {
  return answerForm({ context, request }, Sent, async ({ ids, action }) => {
    const { changed } = await apiOf(context).company.fleet.many.setState({ ids, action })
    const t = textFor(context.get(siteContext).language, 'bulk')
    return { to: '/desk/fleet', said: t(`${action}.done`, { n: changed }) }
  })
}

/** Takes the chosen vehicles out of the search, or puts them back: first a preview, then the button that does it. */
export default function ChangeState({ loaderData: { ids, action, preview }, actionData }: Route.ComponentProps) {
  const t = useText('bulk')
  const desk = useText('desk')
  const { language } = useLanguage()
  const form = useReply('state', { reply: actionData?.form })
  const { changing, staying } = preview
  const title = t(`${action}.title`, { n: changing.length })
  const bookings = changing.reduce((sum, vehicle) => sum + vehicle.bookings, 0)
  return (
    <>
      <Breadcrumbs
        crumbs={[{ label: desk('fleet.title'), href: pathIn(language, '/desk/fleet') }, { label: t(`to.${action}`) }]}
      />
      <h1 className="head">{title}</h1>
      <div className="stack">
        {changing.length > 0 && (
          <DecisionForm
            form={form}
            text={
              <>
                <p>{t(`${action}.text`)}</p>
                {bookings > 0 && <p>{t('kept', { n: bookings })}</p>}
              </>
            }
            name="action"
            choices={[{ value: action, label: t(`${action}.submit`, { n: changing.length }) }]}
            back={{ path: '/desk/fleet', label: t('back') }}
          >
            <input type="hidden" name="ids" value={ids} />
          </DecisionForm>
        )}
        {changing.length > 0 && (
          <Card id="changing" title={t(`${action}.changing`, { n: changing.length })} className="stack stack-2">
            <ChosenList label={t(`${action}.changing`, { n: changing.length })} vehicles={changing} />
          </Card>
        )}
        {staying.length > 0 && (
          <Card id="staying" title={t('staying', { n: staying.length })} className="stack stack-2">
            <p>{t(`${action}.staying`)}</p>
            <ChosenList label={t('staying', { n: staying.length })} vehicles={staying} />
          </Card>
        )}
        {changing.length === 0 && (
          <p>
            <a href={pathIn(language, '/desk/fleet')}>{t('back')}</a>
          </p>
        )}
      </div>
    </>
  )
}
