import { z } from 'zod'
import { PlateText } from '#app/contract/company/fleet/shapes.ts'
import { empty, Text } from '#app/contract/shapes/text.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { PLATE_ROWS_MAX } from '#app/rules/fleet/pasted-plates.ts'
import { listAt, words } from '#app/rules/search/list-address.ts'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { ListPage } from '#app/ui/desk/list-page.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { describedBy, FieldErrors } from '#app/ui/form/field.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/plates'
import { spreadPasted } from './spread-pasted.live.ts'

const PLATES = listAt('/desk/fleet/plates', { size: PLATE_ROWS_MAX, filters: { q: words(80) } })
const NAME = /^plate_(\d{1,10})$/

export const handle: PageHandle = {
  title: 'bulk/plates.title',
  areas: ['bulk', 'errors'],
  noJs: true,
  query: PLATES.query,
}

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(PLATES, url, (asked) => apiOf(context).company.fleet.search(asked))

const Plate = z.preprocess(empty, PlateText.optional())
const Seen = z.preprocess(empty, Text.max(20, 'max_length').optional())

/** Saves all plates of the page that were changed, or none. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const fields = await request.formData()
  const ids = [...fields.keys()].flatMap((name) => NAME.exec(name)?.[1] ?? []).slice(0, PLATE_ROWS_MAX)
  const schema = z.object(
    Object.fromEntries(
      ids.flatMap((id) => [
        [`plate_${id}`, Plate],
        [`seen_${id}`, Seen],
      ]),
    ),
  )
  return answerForm(
    { context, request: fields },
    schema,
    async (typed) => {
      const rows = ids.map((id) => ({
        id: Number(id),
        plate: typed[`plate_${id}`],
        seen: typed[`seen_${id}`],
      }))
      const { changed } = await apiOf(context).company.fleet.many.setPlates({ rows })
      const t = textFor(context.get(siteContext).language, 'bulk')
      return {
        to: PLATES.href(PLATES.asked(url.searchParams), PLATES.asked(url.searchParams).page),
        said: t('plates.done', { n: changed }),
      }
    },
    {
      at: { CHANGED_MEANWHILE: { '': ['changed_meanwhile'] } },
      rename: (name) => {
        const at = /^rows\.(\d+)\.plate$/.exec(name)?.[1]
        return at === undefined ? name : `plate_${ids[Number(at)]}`
      },
    },
  )
}

/** A table in which plates are typed. */
export default function Plates({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('bulk')
  const desk = useText('desk')
  const { language } = useLanguage()
  const { results } = loaderData
  const form = useReply('plates', {
    reply: actionData?.form,
    initial: Object.fromEntries(results.map(({ id, plate }) => [`plate_${id}`, plate ?? ''])),
  })
  const labelOf = ({ title, id }: { title: string; id: number }) =>
    t('plates.of', { title, id: localDigits(String(id), language) })
  const labels = Object.fromEntries(results.map((vehicle) => [`plate_${vehicle.id}`, labelOf(vehicle)]))
  return (
    <ListPage
      list={PLATES}
      found={loaderData}
      title={t('plates.title')}
      text={t('plates.text')}
      aside={
        <a className="btn" href={pathIn(language, '/desk/fleet')}>
          {t('back')}
        </a>
      }
      empty={t('plates.none')}
    >
      <PostForm {...form.props} className="card stack" onPaste={spreadPasted}>
        <ErrorSummary id="plates-errors" entries={form.summary(labels)} />
        <ColumnTable
          label={t('plates.title')}
          rows={results}
          rowKey={({ id }) => id}
          columns={[
            {
              head: desk('one.vehicle'),
              whole: true,
              cell: ({ id, title }) => (
                <>
                  {title} <span className="mute">{localDigits(String(id), language)}</span>
                </>
              ),
            },
            {
              head: desk('one.plate'),
              whole: true,
              cell: (vehicle) => {
                const { fieldErrors, ...control } = form.field(`plate_${vehicle.id}`)
                return (
                  <>
                    <input type="hidden" name={`seen_${vehicle.id}`} value={vehicle.plate ?? ''} />
                    <input
                      {...control}
                      className="in"
                      dir="auto"
                      maxLength={20}
                      aria-label={labels[control.name]}
                      aria-invalid={fieldErrors?.length ? true : undefined}
                      aria-describedby={describedBy({ id: control.id, fieldErrors })}
                    />
                    <FieldErrors id={control.id} fieldErrors={fieldErrors} />
                  </>
                )
              },
            },
          ]}
        />
        <div>
          <SubmitButton>{t('plates.save')}</SubmitButton>
        </div>
      </PostForm>
    </ListPage>
  )
}
