import { redirect } from 'react-router'
import { z } from 'zod'
import { TagsText } from '#app/contract/company/fleet/tags.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { COMPANY_TAGS_MAX, TAGS_LENGTH } from '#app/rules/fleet/vehicle-tags.ts'
import { idsOf } from '#app/rules/search/id-list.ts'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/tags'

export const handle: PageHandle = { areas: ['bulk', 'errors'], noJs: true, query: ['ids'] }

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const ids = searchParams.get('ids') ?? ''
  const chosen = idsOf(ids)
  if (!chosen) throw redirect('/desk/fleet/many')
  const { many } = apiOf(context).company.fleet
  const [{ tags }, own] = await Promise.all([many.tags({ ids }), many.tags({})])
  const t = textFor(context.get(siteContext).language, 'bulk')
  return { meta: { title: t('tags.title', { n: chosen.length }) }, ids, n: chosen.length, tags, own: own.tags }
}

const Typed = z.object({
  ids: z.string(),
  add: TagsText,
  remove: z.array(z.string()).max(COMPANY_TAGS_MAX).optional(),
})

export function action({ context, request }: Route.ActionArgs) {
  return answerForm({ context, request }, Typed, async ({ ids, add, remove = [] }) => {
    const { changed } = await apiOf(context).company.fleet.many.setTags({ ids, add, remove: remove.join(', ') })
    const t = textFor(context.get(siteContext).language, 'bulk')
    return { to: '/desk/fleet', said: t('tags.done', { n: changed }) }
  })
}

/** Adds tags to the chosen vehicles, and takes away those that are ticked. */
export default function ChangeTags({ loaderData: { ids, n, tags, own }, actionData }: Route.ComponentProps) {
  const t = useText('bulk')
  const desk = useText('desk')
  const { language } = useLanguage()
  const form = useReply('tags', { reply: actionData?.form })
  const labels = { add: t('tags.add'), remove: t('tags.remove') }
  const removed = actionData?.form.initialValue?.remove
  const ticked = Array.isArray(removed) ? removed : [removed]
  return (
    <>
      <Breadcrumbs
        crumbs={[{ label: desk('fleet.title'), href: pathIn(language, '/desk/fleet') }, { label: t('to.tags') }]}
      />
      <div className="head">
        <h1>{t('tags.title', { n })}</h1>
        <p className="soft">{t('tags.text')}</p>
      </div>
      <div className="stack">
        <DecisionForm
          form={form}
          labels={labels}
          choices={[{ label: t('tags.submit', { n }) }]}
          back={{ path: '/desk/fleet', label: t('back') }}
        >
          <input type="hidden" name="ids" value={ids} />
          <TextField {...form.field('add')} label={labels.add} hint={t('tags.hint')} maxLength={TAGS_LENGTH} optional />
          {own.length > 0 && (
            <p className="sm soft">
              {t('tags.known')} <bdi>{own.map(({ tag }) => tag).join(t('tags.comma'))}</bdi>
            </p>
          )}
          {tags.length > 0 && (
            <fieldset className="stack stack-1">
              <legend>{labels.remove}</legend>
              {tags.map(({ tag, vehicles }, at) => (
                <div key={tag}>
                  <Checkbox
                    id={`remove-${at}`}
                    name="remove"
                    value={tag}
                    checked={ticked.includes(tag)}
                    end={t('count', { n: vehicles })}
                  >
                    <bdi>{tag}</bdi>
                  </Checkbox>
                </div>
              ))}
            </fieldset>
          )}
        </DecisionForm>
      </div>
    </>
  )
}
