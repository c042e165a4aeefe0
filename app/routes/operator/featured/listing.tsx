import { z } from 'zod'
import { FeaturedFields } from '#app/contract/operator/featured.ts'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { empty, latin } from '#app/contract/shapes/text.ts'
import { calendarOf, formatDate } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { isNotFoundAnswer, notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/listing'

const PATH = '/operator/featured'

export const handle: PageHandle = { title: 'featured/new', areas: ['featured'], query: [] }

/** A listing that is featured is found by its number; at `new` the form asks for it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const today = dateIn(HOME_ZONE, new Date())
  if (!params.id) return { today, listing: undefined }
  const id = RowId.safeParse(params.id)
  if (!id.success) throw notFound()
  const { results } = await apiOf(context).operator.featured.list({ q: String(id.data) })
  const listing = results.find((one) => one.id === id.data)
  if (!listing) throw notFound()
  return { today, listing, meta: { title: listing.title } }
}

const Chosen = FeaturedFields.extend({ id: z.preprocess((value) => empty(latin(value)), RowId) })

export function action({ context, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'featured')
  return answerForm({ context, request }, Chosen, async (chosen, form) => {
    try {
      await apiOf(context).operator.featured.set(chosen)
    } catch (error) {
      if (!isNotFoundAnswer(error)) throw error
      return form.refuse({ id: ['no_listing'] })
    }
    return { to: PATH, said: t('saved') }
  })
}

export default function Listing({ loaderData: { today, listing }, actionData }: Route.ComponentProps) {
  const t = useText('featured')
  const { language } = useLanguage()
  // A date input takes ISO dates alone.
  const isJalali = calendarOf(language) === 'jalali'
  const written = (date: string) => (isJalali ? formatDate(date, language, 'numeric') : date)
  const form = useReply('featured', {
    reply: actionData?.form,
    initial: {
      id: listing && String(listing.id),
      place: String(listing?.place ?? 1),
      start_date: written(listing?.start_date ?? today),
      end_date: listing?.end_date ? written(listing.end_date) : undefined,
      paid: listing?.paid ? 'on' : undefined,
    },
  })
  const labels = { id: t('number'), place: t('place'), start_date: t('startsOn'), end_date: t('endsOn') }
  const type = isJalali ? 'text' : 'date'
  return (
    <>
      <DeskHead title={listing?.title ?? t('new')} {...(listing && { text: `${listing.company} · ${listing.city}` })} />
      <PostForm {...form.props} className="card stack">
        <ErrorSummary id="featured-errors" entries={form.summary(labels)} />
        {listing ? (
          <input type="hidden" name="id" value={listing.id} />
        ) : (
          <TextField
            {...form.field('id')}
            label={labels.id}
            hint={t('numberHint')}
            inputMode="numeric"
            maxLength={10}
            required
          />
        )}
        <div className="grid2">
          <TextField {...form.field('start_date')} label={labels.start_date} type={type} required />
          <TextField {...form.field('end_date')} label={labels.end_date} hint={t('endsHint')} type={type} optional />
          <TextField
            {...form.field('place')}
            label={labels.place}
            hint={t('placeHint')}
            inputMode="numeric"
            maxLength={2}
            required
          />
        </div>
        <Checkbox id={form.field('paid').id} name="paid" checked={form.isChosen('paid')}>
          {t('paid')}
        </Checkbox>
        <div className="row">
          <SubmitButton>{t('save')}</SubmitButton>
          <a className="btn" href={pathIn(language, PATH)}>
            {t('back')}
          </a>
        </div>
      </PostForm>
    </>
  )
}
