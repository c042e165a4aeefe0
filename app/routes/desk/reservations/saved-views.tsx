import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { ListFilters } from '#app/rules/search/list-filters.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Chip } from '#app/ui/tag.tsx'

type View = { id: number; name: string; filters: ListFilters }

/** A member's saved filters as links; the current filters can be saved, and saved ones deleted. */
export function SavedViews({
  views,
  current,
  reply,
}: {
  views: readonly View[]
  /** The query of the current filters, as `queryOf` writes it. */
  current: string
  reply?: FormReply
}) {
  const t = useText('desk')
  const { language } = useLanguage()
  const form = useReply('view', { reply })
  // The router adds the language.
  const page = `/desk/reservations?${current}`
  const labels = { name: t('views.name') }
  const isNew = current !== '' && !views.some(({ filters }) => queryOf(filters) === current)
  if (views.length === 0 && !isNew) return null
  return (
    <div className="stack stack-2">
      {views.length > 0 && (
        <nav className="row row-s" aria-label={t('views.title')}>
          {views.map(({ id, name, filters }) => (
            <Chip
              key={id}
              href={pathIn(language, `/desk/reservations?${queryOf(filters)}`)}
              isCurrent={queryOf(filters) === current}
            >
              {name}
            </Chip>
          ))}
        </nav>
      )}
      <details open={Boolean(reply)}>
        <summary className="chip">{t('views.manage')}</summary>
        <div className="card stack">
          {isNew && (
            <PostForm {...form.props} action={page} className="stack stack-2" aria-label={t('views.save')}>
              <ErrorSummary id="view-errors" entries={form.summary(labels)} />
              <TextField {...form.field('name')} label={labels.name} maxLength={40} required />
              <div>
                <SubmitButton name="intent" value="save">
                  {t('views.save')}
                </SubmitButton>
              </div>
            </PostForm>
          )}
          {views.length > 0 && (
            <ul className="stack stack-2">
              {views.map(({ id, name }) => (
                <li key={id} className="row between">
                  <bdi>{name}</bdi>
                  <PostForm action={page}>
                    <input type="hidden" name="id" value={id} />
                    <SubmitButton name="intent" value="remove" className="btn btn-s">
                      {t('views.remove')}
                      <span className="vh"> {name}</span>
                    </SubmitButton>
                  </PostForm>
                </li>
              ))}
            </ul>
          )}
        </div>
      </details>
    </div>
  )
}

/** Filters as in the list's query, always in the same order. */
export function queryOf({ list, q, from, to, place, vehicle }: ListFilters): string {
  const query = new URLSearchParams()
  const entries = { q, list: list === 'all' ? undefined : list, from, to, place, vehicle }
  for (const [name, value] of Object.entries(entries)) if (value !== undefined) query.set(name, String(value))
  return query.toString()
}
